import { readTrustedFile } from '../files.ts'
import { type Flag, readFlag, WrongSetting } from './flags.ts'
import { text } from './readers.ts'

/** Takes the service's settings from where systemd does. */
export const settingsFile: Flag<string> = {
  flag: '--settings',
  value: 'FILE',
  example: '/etc/default/portico',
  help: 'take the variables of this file, as systemd reads it for the service; they win over the environment, flags over both',
  read: text,
}

export interface FileVariable {
  readonly value: string
  /** `FILE:LINE`, for the message about a value that is wrong. */
  readonly where: string
  readonly line: number
}

/** The variables of a settings file by name. A mistake is thrown as a sentence with file and line. */
export function readSettingsFile(path: string): ReadonlyMap<string, FileVariable> {
  return parseEnvironmentFile(readFlag({ ...settingsFile, read: readTrustedFile }, path), path)
}

/**
 * Reads the form of systemd's `EnvironmentFile=` as systemd does. Lines that systemd would skip or read differently from how
 * they look are refused: a setting would silently be missing or wrong.
 */
export function parseEnvironmentFile(content: string, path: string): ReadonlyMap<string, FileVariable> {
  const variables = new Map<string, FileVariable>()
  let [rest, line] = [content.replaceAll('\r\n', '\n'), 1]
  while (rest !== '') {
    const [whole, , name, value] = entry.exec(rest) ?? [rest]
    const where = `${path}:${line}`
    const problem = problemIn(whole, name, value) ?? givenBefore(name, variables)
    if (problem) throw WrongSetting.at(where, problem.what, problem.example)
    if (name !== undefined) variables.set(name, { value: unquote(value ?? ''), where, line })
    rest = rest.slice(whole.length)
    line += whole.split('\n').length - 1
  }
  return variables
}

/** A comment, a variable, or any other line. A quoted part may hold line breaks; elsewhere a backslash removes one. */
const entry =
  /^[ \t]*(?:([#;](?:\\\n|[^\n])*)|([A-Za-z_]\w*)[ \t]*=[ \t]*((?:'[^']*'|"(?:\\.|[^"\\])*"|[ \t])*(?:\\.|[^\n\\])*\\?)|[^\n]*)(?:\n|$)/s
const quotedParts = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|[ \t])*/s

interface Problem {
  readonly what: string
  readonly example: string
}

const EXAMPLE = 'RESTCONF_URL=https://192.0.2.1/restconf'

/** No message repeats a value: it may be a password. */
function problemIn(whole: string, name: string | undefined, value = ''): Problem | undefined {
  const line = whole.trim()
  if (name === undefined) return line === '' || /^[#;]/.test(line) ? undefined : problemOfLine(line)
  const plain = value.replace(quotedParts, '')
  const example = `${name}="…"`
  if (/^['"]/.test(plain) || /\n[ \t]*[A-Z][A-Z_]*=\S/.test(value))
    return { what: `the quote after ${name}= is not closed in its line`, example }
  if (/[ \t]#/.test(plain) || (plain.startsWith('#') && !whole.includes('=#'))) {
    const remedy = 'give the comment a line of its own, or put the whole value in quotes'
    return { what: `systemd takes the # after ${name}=, too, for a part of the value: ${remedy}`, example }
  }
  return undefined
}

/** systemd takes the last one, so a change to the first would have no effect, and nothing would say why. */
function givenBefore(name = '', variables: ReadonlyMap<string, FileVariable>): Problem | undefined {
  const first = variables.get(name)
  if (!first) return undefined
  const what = `${name} is given twice, first in line ${first.line}: leave one of them out`
  return { what, example: `${name}=…` }
}

function problemOfLine(line: string): Problem {
  const [, exported] = /^export\s+([A-Za-z_]\w*)=/.exec(line) ?? []
  if (exported !== undefined)
    return { what: 'systemd skips a line with export: leave the word out', example: `${exported}=…` }
  if (!line.includes('=')) return { what: 'systemd skips this line: there is no = in it', example: EXAMPLE }
  return {
    what: 'systemd skips this line: before = there may be letters, digits and _ only',
    example: EXAMPLE,
  }
}

/** Quotes count at the start of a value and after another quoted part; later they are ordinary characters. */
function unquote(value: string): string {
  const quoted = quotedParts.exec(value)?.[0] ?? ''
  const parts = quoted.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"/gs)
  const read = [...parts].map(
    ([, single, double = '']) => single ?? double.replace(/\\(.)/gs, unescapeInDoubleQuotes),
  )
  const plain = value.slice(quoted.length).replace(/[ \t]+$/, '')
  return read.join('') + plain.replace(/\\(.|$)/gs, (_, next: string) => (next === '\n' ? '' : next))
}

/** As in a shell: a backslash only means something before these four and the end of a line. */
function unescapeInDoubleQuotes(pair: string, next: string): string {
  if (next === '\n') return ''
  return '"\\`$'.includes(next) ? next : pair
}
