import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { launchOptions } from '../playwright.config.ts'
import { scenes } from '../test/browser/scenes.ts'
import { checkScene } from './quality/check-scene.ts'
import { measureBudgets } from './quality/measure-budgets.ts'
import { printTable } from './quality/print-table.ts'

const { values, positionals } = parseArgs({
  options: { theme: { type: 'string' }, language: { type: 'string' } },
  allowPositionals: true,
})
const languages = values.language === undefined ? ['en', 'de', 'sv'] : [values.language]
const themes =
  values.theme === undefined
    ? [undefined, 'examples/theme']
    : [values.theme === 'none' ? undefined : values.theme]
const chosen = scenes.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const browser = await chromium.launch(launchOptions)
const budgets = positionals.length === 0 ? await measureBudgets(browser, themes) : []
const findings = []
for (const theme of themes) {
  for (const language of languages) {
    for (const scene of chosen) {
      const finding = await checkScene(browser, { scene, language, theme })
      findings.push(finding)
      process.stderr.write([`${scene.name} ${language}`, ...finding.faults, ''].join('\n'))
    }
  }
}
await browser.close()

printTable(budgets)
printTable(findings)
const faults = [...budgets, ...findings].flatMap(({ faults }) => faults)
console.log(faults.length === 0 ? 'Nothing found.' : `${faults.length} found:\n${faults.join('\n')}`)
process.exitCode = faults.length === 0 ? 0 : 1
