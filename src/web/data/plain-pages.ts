import type { Json } from '../../data/json/json.ts'
import { type PathStep, pathText, readSteps } from '../../data/paths/path-steps.ts'
import { findPlain } from '../../data/tree/plain-json.ts'
import { DeviceError } from '../../device/device-error.ts'
import type { NoModel } from '../../model/model-state.ts'
import { finishInSlices } from '../../yang/work.ts'
import { wantsContentOnly, wantsWhole } from '../renderer.ts'
import { fill } from '../texts/languages.ts'
import { queryOf } from './address.ts'
import type { Asked, DataParts } from './asked.ts'
import { type Drawn, drawBody, drawProblem } from './draw-content.ts'
import { showInFrame } from './frame.ts'
import { showInvisible } from './invisible.ts'
import { PageRoom } from './page-options.ts'
import { plainBody } from './plain-view.ts'
import { plainQueryFor } from './query.ts'
import { ENTRIES_PER_PAGE } from './table-view.ts'

/** Pages without a model: they show the device's JSON. */
export async function showWithoutModel(parts: DataParts, asked: Asked, because: NoModel) {
  const { c, address } = asked
  const read = readSteps(address.path)
  if (read.kind === 'unreadable') return showUnreadable(parts, asked, because, read.step)
  const { steps } = read
  const frame = plainFrame(parts, asked, because, steps)
  if (!wantsContentOnly(c) && !wantsWhole(c)) return showInFrame(parts, asked, frame)
  const { html, status } = await drawPlain(parts, asked, steps)
  if (typeof html !== 'string') return html
  if (wantsContentOnly(c)) return parts.renderer.sendFragment(c, html, status)
  return showInFrame(parts, asked, { ...frame, html, status })
}

/** The page for a path that cannot be read. It says which part is wrong. */
function showUnreadable(parts: DataParts, asked: Asked, because: NoModel, step: number) {
  const { data } = parts.renderer.textFor(asked.c)
  const part = asked.address.path.split('/')[step + 1] ?? ''
  const html = parts.renderer.draw(asked.c, 'data-state', {
    sentence: fill(data.bad.sentence, { part: part.slice(0, 200) }),
    progress: undefined,
    retryHref: undefined,
    link: { name: fill(data.bad.nearest, { name: data.title }), href: '/data' },
  })
  const frame = plainFrame(parts, asked, because, [])
  return showInFrame(parts, asked, { ...frame, title: data.bad.title, html, status: 404 })
}

function plainFrame(parts: DataParts, asked: Asked, because: NoModel, steps: readonly PathStep[]) {
  const { data } = parts.renderer.textFor(asked.c)
  const sentences = {
    'no-library': data.state.plain,
    'no-sources': data.state.plainNoSources,
    failed: data.state.plainFailed,
  }
  const query = queryOf(asked.address)
  const crumbs = steps.map((step, index) => ({
    name: nameOf(step) ?? '',
    href: `/data${pathText(steps.slice(0, index + 1))}${query}`,
  }))
  return {
    title: nameOf(steps.at(-1)) ?? data.title,
    crumbs,
    tree: [],
    note: sentences[because],
    path: steps.length > 0 ? pathText(steps) : undefined,
    request: plainQueryFor(steps, asked.address.from),
    hasState: steps.length > 0,
  }
}

export function nameOf(step: PathStep | undefined): string | undefined {
  return step && [step.name, ...(step.keys ?? []).map(showInvisible)].join(' ')
}

async function drawPlain(parts: DataParts, asked: Asked, steps: readonly PathStep[]): Promise<Drawn> {
  const { c, session, address } = asked
  try {
    const json = await parts.access.read(session, plainQueryFor(steps, address.from), c.req.raw.signal)
    // What the device client hands over came from JSON.parse.
    const data = findPlain(json as Json, steps)
    if (data === undefined) throw new DeviceError('absent', 'nothing')
    const options = {
      language: parts.renderer.languageFor(c),
      showsSecrets: address.showsSecrets,
      query: queryOf(address),
      room: new PageRoom(),
    }
    const { page, filter, entry } = address
    const choice = { page, filter, entry, perPage: ENTRIES_PER_PAGE }
    const body = await finishInSlices(plainBody(steps, data, options, choice))
    parts.seen.addPaths(session, steps, body)
    return { html: drawBody(parts, asked, { body }), status: 200 }
  } catch (error) {
    return drawProblem(parts, asked, error)
  }
}
