import { UNCHANGED } from './fragments.ts'
import { onHtmx } from './htmx.ts'

/** Three minutes, where a table refreshes every five seconds. */
const MAX_RATES = 36

/** Draws the traffic of each interface, from the growth of its counters between two refreshes. */
export function drawTraffic(): void {
  const history = new RateHistory(MAX_RATES)
  const drawIn = (target: Element) => {
    for (const element of target.querySelectorAll<HTMLElement>('.traffic')) {
      const { counter = '', octets = '0' } = element.dataset
      const rates = history.add(counter, BigInt(octets), performance.now())
      element.replaceChildren(...draw(rates, element))
    }
  }
  onHtmx('htmx:afterSwap', ({ target }) => drawIn(target))
  // An unchanged answer is not swapped in: the counters stood still, and the charts still have to move on.
  onHtmx('htmx:afterRequest', ({ xhr, target }) => {
    if (xhr.status === UNCHANGED) drawIn(target)
  })
}

function draw(rates: readonly number[], element: HTMLElement): Element[] {
  const latest = rates.at(-1)
  if (latest === undefined) return []
  const now = humanRate(latest)
  const rate = document.createElement('span')
  rate.textContent = now
  if (rates.length < 2) return [rate]

  // The picture's description contains it too.
  rate.ariaHidden = 'true'
  const peak = humanRate(Math.max(...rates))
  const summary = element.closest<HTMLElement>('[data-rates]')?.dataset.rates ?? ''
  const description = summary.replace('{now}', now).replace('{peak}', peak)
  return [sparkline(rates, MAX_RATES, `${element.dataset.label ?? ''}: ${description}`), rate]
}

const UNITS = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s']

/** Bits a second as the page's language writes them: `2.5 Mbit/s`. */
export function humanRate(bitsPerSecond: number, language = document.documentElement.lang): string {
  // Rounded to three digits before the unit is picked: 999 999 is 1 M, not 1000 k.
  const digits = String(Math.round(Number(bitsPerSecond.toPrecision(3)))).length
  const power = Math.min(Math.floor((digits - 1) / 3), UNITS.length - 1)
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  return `${number.format(bitsPerSecond / 1000 ** power)} ${UNITS[power]}`
}

interface Counter {
  readonly octets: bigint
  readonly at: number
  readonly rates: readonly number[]
}

/** How fast counters grew between two readings. */
export class RateHistory {
  readonly #maxRates: number
  readonly #counters = new Map<string, Counter>()

  constructor(maxRates: number) {
    this.#maxRates = maxRates
  }

  /** Adds a reading; returns the latest rates in bits a second, oldest first. */
  add(name: string, octets: bigint, at: number): readonly number[] {
    const before = this.#counters.get(name)
    const rates =
      before && continues(before, octets, at) ? [...before.rates, rateSince(before, octets, at)] : []
    const kept = rates.slice(-this.#maxRates)
    this.#counters.set(name, { octets, at, rates: kept })
    return kept
  }
}

/** A counter that fell was reset: its earlier rates say nothing about now. */
function continues(before: Counter, octets: bigint, at: number): boolean {
  return octets >= before.octets && at > before.at
}

function rateSince(before: Counter, octets: bigint, at: number): number {
  return (Number(octets - before.octets) * 8 * 1000) / (at - before.at)
}

const WIDTH = 100
const HEIGHT = 20

/** A small picture of some numbers, the latest at the right edge; it has room for `room` of them. */
function sparkline(numbers: readonly number[], room: number, description: string): SVGElement {
  const highest = Math.max(...numbers, 1)
  const points = numbers.map((number, at) => {
    const x = WIDTH - ((numbers.length - 1 - at) * WIDTH) / (room - 1)
    const y = HEIGHT - 1 - (number / highest) * (HEIGHT - 2)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const line = points.join(' ')
  const left = line.slice(0, line.indexOf(','))

  const picture = shape('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': description,
  })
  picture.append(
    shape('polygon', { points: `${left},${HEIGHT} ${line} ${WIDTH},${HEIGHT}` }),
    shape('polyline', { points: line, 'vector-effect': 'non-scaling-stroke' }),
  )
  return picture
}

/** Made of attributes alone: the content security policy forbids styles inside a page. */
function shape(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  if (!(element instanceof SVGElement)) throw new TypeError(`SVG has no <${name}>.`)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
