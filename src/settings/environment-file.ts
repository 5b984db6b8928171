import { readText } from '../files.ts'
import { type Flag, readFlag } from './flags.ts'
import { text } from './readers.ts'

/** For commands beside the service, which take its settings from where systemd does. */
export const settingsFile: Flag<string> = {
  flag: '--settings',
  value: 'FILE',
  example: '/etc/default/portico',
  help: 'take the variables of this file, as systemd reads it for the service',
  read: text,
}

/** The environment, with the variables of the file on top if there is one. */
export function withSettingsFile(file: string | undefined, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (file === undefined) return env
  const variables = readFlag({ ...settingsFile, read: (path) => parseEnvironmentFile(readText(path)) }, file)
  return { ...env, ...variables }
}

/** Variables from a file in the form of systemd's `EnvironmentFile=`, read just as systemd reads it. */
export function parseEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {}
  let rest = text.replaceAll('\r\n', '\n')
  while (rest !== '') {
    const [whole, comment, name, value] = nextEntry(rest)
    rest = rest.slice(whole.length)
    if (comment === undefined && name !== undefined) variables[name] = unquote(value ?? '')
  }
  return variables
}

/** A quoted part may hold line breaks; outside of quotes a backslash takes the line break away. */
const entry =
  /^[ \t]*(?:([#;](?:\\\n|[^\n])*)|([A-Za-z_]\w*)[ \t]*=[ \t]*((?:'[^']*'|"(?:\\.|[^"\\])*"|[ \t])*(?:\\.|[^\n\\])*)|[^\n]*)(?:\n|$)/s

function nextEntry(text: string): readonly (string | undefined)[] & { readonly 0: string } {
  const found = entry.exec(text)
  // The last alternative takes any line, and a text that is not empty has one.
  return found ?? [text]
}

/** Quotes count at the start of a value and after another quoted part; later they are ordinary characters. */
function unquote(value: string): string {
  let read = ''
  let rest = value
  for (;;) {
    rest = rest.replace(/^[ \t]+/, '')
    const [whole, single, double] = /^(?:'([^']*)'|"((?:\\.|[^"\\])*)")/s.exec(rest) ?? []
    if (whole === undefined) break
    read += single ?? (double ?? '').replace(/\\(.)/gs, unescapeInDoubleQuotes)
    rest = rest.slice(whole.length)
  }
  return (
    read + rest.replace(/[ \t]+$/, '').replace(/\\(.)/gs, (_, next: string) => (next === '\n' ? '' : next))
  )
}

/** As in a shell: a backslash only means something before these four and the end of a line. */
function unescapeInDoubleQuotes(pair: string, next: string): string {
  if (next === '\n') return ''
  return '"\\`$'.includes(next) ? next : pair
}
