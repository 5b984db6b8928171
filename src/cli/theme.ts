import { type Command, WrongSetting } from '../config.ts'
import { StrayWord } from '../settings/flags.ts'
import { ownPublic, ownViews, readText } from '../web/files.ts'
import { templates } from '../web/views/render.ts'
import { samples } from '../web/views/samples.ts'

/** Shows vendors who have only the executable what a theme can replace. */
export const themeCommand: Command = {
  flags: [],
  usage: '[NAME [data]]',
  notes: [
    'portico theme                  lists the templates and style sheets that a theme can replace or override',
    'portico theme login.html       prints one of them',
    'portico theme login.html data  prints what the template can use, with sample values',
  ].join('\n'),
  async run([name, what, ...rest], _env, print) {
    const stray = what === 'data' ? rest[0] : what
    if (stray !== undefined) throw new StrayWord(stray)
    print(textFor(name, what))
    return 0
  },
}

const views = templates.map((template) => `${template}.html`)
/** The properties that brand the pages; the other rules are for reading. */
const COLOURS = 'colours.css'

function textFor(name: string | undefined, what: string | undefined): string {
  if (name === undefined) return list()
  if (name === COLOURS && what === undefined) return readText(ownPublic, `style/${COLOURS}`)
  if (!views.includes(name))
    throw new WrongSetting(`portico theme: there is no template ${name}; portico theme lists them`)
  return what === undefined ? readText(ownViews, name) : dataOf(name)
}

function list(): string {
  return [
    'A theme is a folder for --theme with any of these files. It is read at the start only.',
    '',
    '  theme.css     rules after all of ours; the properties of colours.css are enough to brand the pages',
    '  theme.json    {"product": "…", "title": "…"}: the name of the product, and the title of the login page',
    '  logo.svg      on the login page and in the top bar',
    '  favicon.ico   on the tab of browsers that show no logo.svg',
    '  banner.txt    what people read before they log in',
    "  images/NAME   pictures of yours: it.asset('images/NAME') in a template, url(images/NAME) in theme.css",
    '',
    'and of these templates, each in place of ours (portico theme NAME prints it, portico theme NAME data what it can use):',
    '',
    ...[COLOURS, ...views].map((name) => `  ${name}`),
  ].join('\n')
}

function dataOf(name: string): string {
  const data = Object.entries(samples('a text')).find(([view]) => `${view}.html` === name)?.[1]
  if (!data)
    return `${name} is a part that other templates include: it sees their data, and what they hand to it.`
  return [...leavesOf('it', data)].map(([path, value]) => `${path}  ${value}`).join('\n')
}

/** Each text, number and function of the data with the expression that a template reaches it by. */
function* leavesOf(path: string, value: unknown): Generator<readonly [path: string, value: string]> {
  if (path === 'it.languages') return yield [path, 'a list of { code, name }, to choose a language from']
  if (typeof value === 'function') return yield [`${path}(…)`, 'a function']
  if (typeof value !== 'object' || value === null) return yield [path, textOf(value)]
  for (const [member, inside] of Object.entries(value)) {
    const isName = /^[A-Za-z_]\w*$/.test(member)
    const step = Array.isArray(value) || !isName ? `[${JSON.stringify(numbered(member))}]` : `.${member}`
    yield* leavesOf(`${path}${step}`, inside)
  }
}

const numbered = (member: string) => (/^\d+$/.test(member) ? Number(member) : member)
const textOf = (value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'nothing')
