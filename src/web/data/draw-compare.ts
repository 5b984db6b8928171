import type { Json } from '../../data/json/json.ts'
import type { Datastore } from '../../device/device.ts'
import { DeviceError } from '../../device/device-error.ts'
import { finishInSlices } from '../../yang/work.ts'
import type { DataTexts } from '../texts/data-en.ts'
import { fill } from '../texts/languages.ts'
import { secretsHref } from './address.ts'
import { type AskedForPlace, type DataParts, optionsFor } from './asked.ts'
import { compareView, type Side } from './compare-view.ts'
import { type Drawn, drawProblem } from './draw-content.ts'
import { hidesSomething } from './place-view.ts'
import { queryFor } from './query.ts'

/** The columns from intention to effect: the next start's configuration, the current one, and the actual state. */
const order: readonly Datastore[] = ['startup', 'running', 'operational']

/** The datastores beside each other for one place, one request each. */
export async function drawCompare(parts: DataParts, asked: AskedForPlace): Promise<Drawn> {
  const { c, session, place, known } = asked
  const { compare, from } = parts.renderer.textFor(c).data
  const stores = order.filter((store) => store === 'operational' || known.datastores.includes(store))
  const read = async (store: Datastore): Promise<Side & { readonly error?: DeviceError }> => {
    const name = from[store]
    // Not every device with datastores has `operational`. All of them can report the current state without a name.
    const isNamed = store !== 'operational' || known.datastores.includes(store)
    const query = { ...queryFor(place, isNamed ? store : undefined), depth: undefined }
    try {
      return { name, json: (await parts.access.read(session, query, c.req.raw.signal)) as Json }
    } catch (error) {
      if (!(error instanceof DeviceError) || error.kind === 'rejected') throw error
      return error.kind === 'absent' ? { name, json: {} } : { name, json: undefined, error }
    }
  }
  try {
    if (stores.length < 2) throw new DeviceError('absent', 'nothing')
    const sides = await Promise.all(stores.map(read))
    const failed = sides.filter(({ json }) => json === undefined)
    if (failed.length === sides.length) throw failed[0]?.error ?? new DeviceError('absent', 'nothing')
    const { table, isCut } = await finishInSlices(compareView(place, sides, optionsFor(parts, asked)))
    const body = { kind: 'table', table, moreHref: undefined } as const
    const html = parts.renderer.draw(c, 'data-compare', {
      body,
      sentence: sentenceFor(table.total, isCut, compare),
      notes: failed.map(({ name }) => fill(compare.unread, { name })),
      secretsHref: hidesSomething(body) ? secretsHref(c) : undefined,
    })
    return { html, status: 200 }
  } catch (error) {
    return drawProblem(parts, asked, error)
  }
}

function sentenceFor(count: number, isCut: boolean, words: DataTexts['compare']): string {
  if (count === 0) return words.none
  if (isCut) return fill(words.cut, { count: String(count) })
  return count === 1 ? words.oneDifference : fill(words.differences, { count: String(count) })
}
