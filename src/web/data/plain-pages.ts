import type { Asked, DataParts } from './asked.ts'

/** Pages of a device that describes no model to this account: its JSON as it is. */
export function showWithoutModel(parts: DataParts, { c, session }: Asked) {
  const { data } = parts.renderer.textFor(c)
  const html = parts.renderer.draw(c, 'data-state', {
    sentence: data.state.plain,
    progress: undefined,
    retryHref: undefined,
    link: undefined,
  })
  const body = parts.renderer.draw(c, 'fragment-page', { title: data.title, body: html })
  return parts.layout.show(c, session, { title: data.title, body })
}
