import { readFileSync, writeFileSync } from 'node:fs'
import { withDecisionsList } from './decisions-list.ts'
import { withSettingsTable } from './settings-table.ts'

rewrite('README.md', withSettingsTable)
rewrite('docs/decisions/README.md', withDecisionsList)

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
