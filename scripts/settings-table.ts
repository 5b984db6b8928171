import { type Setting, settingRows } from '../src/settings/settings.ts'

const start = '<!-- settings: written by npm run docs -->'
const end = '<!-- /settings -->'

/** The text with the table between the two marks as the settings are now. */
export function withSettingsTable(text: string): string {
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`The README needs a line ${start} and a line ${end}.`)
  return `${before}${start}\n${settingsTable()}\n${end}${after}`
}

function settingsTable(): string {
  const rows = settingRows.map(([, setting]) => row(setting))
  return ['| flag | variable | default | what it is |', '|---|---|---|---|', ...rows].join('\n')
}

function row(setting: Setting<unknown>): string {
  const { flag, variable, value, help, isSwitch } = setting
  const cells = [
    isSwitch ? `\`${flag}\`` : `\`${flag}\` ${value}`,
    `\`${variable}\``,
    defaultOf(setting),
    help,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function defaultOf({ isSwitch, default: value }: Setting<unknown>): string {
  if (isSwitch) return value === '1' ? 'on' : 'off'
  return value === undefined ? '' : `\`${value}\``
}
