import type { Render, ViewData } from './render.ts'
import { samples } from './samples.ts'

/** Draws every view once with everything in it and once with little, so that a broken template stops the start. */
export function tryViews(render: Render): void {
  for (const data of [samples('sample'), samples('')]) {
    for (const name of Object.keys(data) as (keyof ViewData)[]) {
      const html = render(name, data[name])
      const blocked = blockedByPolicy.find(({ pattern }) => pattern.test(html))
      if (blocked) throw new Error(`${name}.html has ${blocked.what}: browsers will not obey it here`)
    }
  }
}

/** The content security policy allows files of our own and nothing that stands in the page. */
const blockedByPolicy = [
  { what: 'a script inside the page', pattern: /<script(?![^>]*\ssrc=)/i },
  { what: 'a style sheet inside the page', pattern: /<style/i },
  { what: 'a style attribute', pattern: /<[^>]+\sstyle\s*=/i },
  { what: 'an event handler', pattern: /<[^>]+\son[a-z]+\s*=/i },
] as const
