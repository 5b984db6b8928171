import { onHtmx } from './htmx-event.ts'
import { humanRate } from './traffic/human-rate.ts'
import { RateHistory } from './traffic/rate-history.ts'
import { sparkline } from './traffic/sparkline.ts'

/** Three minutes, where a table is read every five seconds. */
const KEPT = 36

/** Draws what each interface carries, from what its counters gained between two refreshes. */
export function drawTraffic(): void {
  const history = new RateHistory(KEPT)
  onHtmx('htmx:afterSwap', ({ target }) => {
    for (const place of target.querySelectorAll<HTMLElement>('.traffic')) {
      const { counter = '', octets = '0' } = place.dataset
      const rates = history.add(counter, BigInt(octets), performance.now())
      place.replaceChildren(...draw(rates, place.dataset))
    }
  })
}

function draw(rates: readonly number[], { label = '', summary = '' }: DOMStringMap): Element[] {
  const latest = rates.at(-1)
  if (latest === undefined) return []
  const now = humanRate(latest)
  const rate = document.createElement('span')
  rate.textContent = now
  if (rates.length < 2) return [rate]

  // The picture's description says it too.
  rate.ariaHidden = 'true'
  const peak = humanRate(Math.max(...rates))
  const description = summary.replace('{now}', now).replace('{peak}', peak)
  return [sparkline(rates, KEPT, `${label}: ${description}`), rate]
}
