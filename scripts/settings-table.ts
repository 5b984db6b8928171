import { type Setting, settingRows } from '../src/settings/settings.ts'
import { writtenBetween } from './written-between.ts'

/** The text with the table between the two marks as the settings are now. */
export function withSettingsTable(text: string): string {
  return writtenBetween('settings', text, settingsTable())
}

function settingsTable(): string {
  const rows = settingRows.map(([, setting]) => row(setting))
  return ['| flag | variable | default | what it is |', '|---|---|---|---|', ...rows].join('\n')
}

function row(setting: Setting): string {
  const { flag, variable, value, help, isSwitch } = setting
  const cells = [
    isSwitch ? `\`${flag}\`` : `\`${flag}\` ${value}`,
    `\`${variable}\``,
    defaultOf(setting),
    help,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function defaultOf({ isSwitch, default: value }: Setting): string {
  if (isSwitch) return value === '1' ? 'on' : 'off'
  return value === undefined ? '' : `\`${value}\``
}
