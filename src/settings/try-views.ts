import type { Render } from '../web/views/render.ts'
import { samples } from '../web/views/samples.ts'
import type { ViewData } from '../web/views/view-data.ts'

/**
 * Draws every view of a theme twice, with full data and with little, so that a broken template stops the start. What it
 * throws begins with the name of the file.
 */
export function tryViews(render: Render): void {
  for (const data of [samples('sample'), samples('')]) {
    for (const name of Object.keys(data) as (keyof ViewData)[]) {
      const html = render(name, data[name])
      const blocked = blockedByPolicy.find(({ pattern }) => pattern.test(html))
      if (blocked) throw new Error(`${name}.html: has ${blocked.what}: browsers will not obey it here`)
    }
  }
  requireLoginForm(render('login', samples('sample').login))
  for (const view of ['login', 'layout'] as const) requireIds(view, render(view, samples('sample')[view]))
}

function requireLoginForm(page: string): void {
  const form = loginForm.exec(page)?.[0]
  if (form === undefined)
    throw new Error('login.html: has no <form method="post" action="/login">, so no user could log in')
  const missing = neededInForm.find(({ pattern }) => !pattern.test(form))
  if (missing) throw new Error(`login.html: the login form has no ${missing.what}`)
}

/** The login form only: the forms that choose a language hold a token, too. */
const loginForm =
  /<form\b(?=[^>]*\smethod=["']?post\b)(?=[^>]*\saction=["']?\/login["'\s>]).*?(?:<\/form>|$)/is

/** Whatever a vendor's login page looks like, this must be in its form. */
const neededInForm = [
  { what: 'field with name="username"', pattern: /<input\b[^>]*\sname=["']?username["'\s>]/i },
  { what: 'field with name="password"', pattern: /<input\b[^>]*\sname=["']?password["'\s>]/i },
  {
    what: 'hidden field with name="csrf" and value="<%= it.CsrfToken %>"',
    pattern: /<input\b(?=[^>]*\sname=["']?csrf["'\s>])(?=[^>]*\svalue=["']?sample["'\s>])/i,
  },
  {
    what: 'button that submits the form',
    pattern: /<button\b(?![^>]*\stype=["']?(?:button|reset))|<input\b[^>]*\stype=["']?(?:submit|image)/i,
  },
] as const

/** The content security policy allows files of our own and nothing inside the page. */
const blockedByPolicy = [
  { what: 'a script inside the page', pattern: /<script(?![^>]*\ssrc=)/i },
  { what: 'a style sheet inside the page', pattern: /<style/i },
  { what: 'a style attribute', pattern: /<[^>]+\sstyle\s*=/i },
  { what: 'an event handler', pattern: /<[^>]+\son[a-z]+\s*=/i },
] as const

/** The ids that a page's script looks up. If one is missing, the whole script stops. */
export const idsOfScripts = {
  login: {
    script: 'login.js',
    elements: [
      ['form', 'login'],
      ['input', 'username'],
      ['input', 'password'],
      ['button', 'reveal'],
      ['button', 'submit'],
      ['template', 'endings'],
      ['*', 'caps-lock'],
      ['*', 'cookies-off'],
    ],
  },
  layout: {
    script: 'app.js',
    elements: [
      ['dialog', 'idle'],
      ['button', 'idle-stay'],
      ['template', 'come-back'],
      ['a', 'come-back-link'],
      ['button', 'come-back-dismiss'],
      ['template', 'lost'],
      ...(
        ['content', 'asides', 'device-gone', 'device-gone-attempt', 'idle-title', 'idle-sentence'] as const
      ).map((id) => ['*', id] as const),
    ],
  },
} as const

/** A page without the script needs none of these ids. */
function requireIds(view: keyof typeof idsOfScripts, page: string): void {
  const { script, elements } = idsOfScripts[view]
  if (!page.includes(`/assets/${script}`)) return
  const missing = elements.filter(([tag, id]) => !elementWith(tag, id).test(page))
  if (missing.length === 0) return
  const list = missing.map(([tag, id]) => (tag === '*' ? `id="${id}"` : `<${tag} id="${id}">`)).join(', ')
  throw new Error(
    `${view}.html: ${script} needs ${list}; keep what portico theme ${view}.html has, or leave the script out`,
  )
}

const elementWith = (tag: string, id: string) =>
  new RegExp(`<${tag === '*' ? '[a-z][a-z0-9]*' : tag}\\b[^>]*\\sid=["']?${id}["'\\s>]`, 'i')
