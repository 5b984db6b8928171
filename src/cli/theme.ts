import { type Command, WrongSetting } from '../config.ts'
import { StrayWord } from '../settings/flags.ts'
import { ownPublic, ownViews, readText } from '../web/files.ts'
import type { Formats } from '../web/texts/formats.ts'
import { templates } from '../web/views/render.ts'
import { samples } from '../web/views/samples.ts'

const views = templates.map((template) => `${template}.html`)
/** The custom properties that brand the pages; all other rules of the stylesheet follow them. */
const COLOURS = 'colours.css'

/** Shows vendors who have only the executable what a theme can replace. */
export const themeCommand: Command = {
  flags: [],
  usage: '[NAME [data]]',
  words: [COLOURS, ...views, 'data'],
  notes: [
    'portico theme                  lists what a theme can have, and every template',
    'portico theme login.html       prints one of them',
    'portico theme login.html data  prints what the template can use, with sample values',
  ].join('\n'),
  async run([given, what, ...rest], _env, print) {
    const stray = what === 'data' ? rest[0] : what
    if (stray !== undefined) throw new StrayWord(stray)
    const name = views.find((view) => view === `${given}.html`) ?? given
    print(textFor(name, what))
    return 0
  },
}

function textFor(name: string | undefined, what: string | undefined): string {
  if (name === undefined) return list()
  if (name === COLOURS && what === undefined) return readText(ownPublic, `style/${COLOURS}`)
  if (!views.includes(name))
    throw new WrongSetting(`${name}: there is no template of that name; portico theme lists them`)
  return what === undefined ? readText(ownViews, name) : dataOf(name)
}

/** What each template draws. */
const drawings: Readonly<Record<string, string>> = {
  login: 'the login page',
  message: 'a page of one sentence, such as "There is no such page."',
  layout: 'what is around every page after the login: top bar, menu, dialogs',
  page: 'a page whose parts come after it, such as the overview',
  sessions: 'the list of your sessions',
  about: 'the version, and the software of others',
  'fragment-page': 'one part as a page of its own, for browsers without script',
  'device-name': 'the name of the device in the top bar',
  'overview-facts': 'what the device says of itself',
  'interface-table': 'the list of interfaces',
  'interface-facts': 'the page of one interface',
  'interface-neighbours': 'what LLDP says of the other end of the cable',
  'fragment-problem': 'why a part could not be shown',
  'data-page': 'a place in the data of the device',
  'data-place': 'the values at a place',
  'data-compare': 'what differs between running and startup configuration',
  'data-top': 'the top of the data: its modules',
  'data-operation': 'what the model says of an operation or a notification',
  'data-state': 'how far the reading of the model is',
  'data-search-page': 'the search as a page of its own',
  'data-results': 'what the search found',
  'data-search': 'part: the field of the search',
  'data-tree': 'part: the tree beside the data',
  'data-info': 'part: what the model says of a place',
  'data-value': 'part: a value',
  'data-body': 'part: values as a list or a table',
  'data-operations': 'part: the operations and notifications of a place',
  head: 'part: style and icon, for the <head> of a page',
  topbar: 'part: the top bar',
  menu: 'part: the menu',
  icon: 'part: an icon of the set',
  'link-state': 'part: the picture of up, down or disabled',
  fact: 'part: a name and its value',
  gauge: 'part: a bar, such as that of the memory',
  preferences: 'part: the choice of language and theme',
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
    `portico theme ${COLOURS} prints those properties, to be set in theme.css.`,
    '',
    'Each of these templates can be replaced, too, by a file of the same name. portico theme NAME prints it,',
    'portico theme NAME data what it can use.',
    '',
    ...templates.map((name) => `  ${`${name}.html`.padEnd(27)}${drawings[name] ?? ''}`),
  ].join('\n')
}

function dataOf(name: string): string {
  const data = Object.entries(samples('a text')).find(([view]) => `${view}.html` === name)?.[1]
  if (!data) return dataOfPart(name)
  const lines = [...leavesOf('it', data)].map(([path, value]) => `${path}  ${value}`)
  const isWord = (line: string) => line.startsWith('it.text.')
  return [
    `What ${name} can use, each with a sample. "a text" stands for what a device or a person sends; [0] is the first of a list.`,
    '<%= it.NAME %> prints a value and escapes it.',
    '',
    ...lines.filter((line) => !isWord(line)),
    '',
    "Sentences, in the visitor's language. it.fill puts values into their {places}.",
    '',
    ...lines.filter(isWord),
  ].join('\n')
}

/** The data that templates pass to the part when they include it. */
function dataOfPart(name: string): string {
  const part = name.replace('.html', '')
  const includes = views.flatMap((view) =>
    [...readText(ownViews, view).matchAll(new RegExp(`include\\('${part}'[^\\n]*?\\)(?= *%>)`, 'g'))].map(
      ([call]) => `  ${view.padEnd(27)}${call}`,
    ),
  )
  return [
    `${name} is a part of other templates. It sees all that they see (portico theme NAME data), and what they hand to it:`,
    '',
    ...new Set(includes),
  ].join('\n')
}

/** How the functions of the format are called. */
const formats: Readonly<Record<keyof Formats, string>> = {
  bytes: '1024n',
  bitRate: '1000000n',
  integer: '1234n',
  exact: "'1234.5'",
  decimal: '0.95',
  duration: '90000000 /* ms */',
  span: '90000 /* ms */',
  time: "'2026-11-21T02:36:15Z'",
  minute: "'2026-11-21T02:36:15Z'",
}
const calls: Readonly<Record<string, string>> = {
  'it.fill': "it.fill('{a} of {b}', { a: '1', b: '2' })",
  'it.asset': "it.asset('logo.svg'): its address; also 'images/NAME' of the theme",
  ...Object.fromEntries(
    Object.entries(formats).map(([name, given]) => [`it.format.${name}`, `it.format.${name}(${given})`]),
  ),
}

/** Each text, number and function of the data with the expression that a template reaches it by. */
function* leavesOf(path: string, value: unknown): Generator<readonly [path: string, value: string]> {
  if (path === 'it.languages') return yield [path, 'a list of { code, name }, to choose a language from']
  if (typeof value === 'function') return yield [`${path}(…)`, `a function: ${calls[path] ?? ''}`]
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
