import type { Browser } from '@playwright/test'
import { type Demo, startDemo } from '../../test/browser/demo.ts'
import { type Budget, budgets } from '../../test/browser/measures/budgets.ts'
import type { Row } from './print-table.ts'

/** What each page with a budget costs a browser that has never been here. */
export async function measureBudgets(
  browser: Browser,
  themes: readonly (string | undefined)[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const theme of themes) {
    const demo = await startDemo(theme === undefined ? [] : ['--theme', theme])
    for (const budget of budgets) rows.push(await measureBudget(browser, demo, budget, theme ?? ''))
    await demo.stop()
  }
  return rows
}

async function measureBudget(browser: Browser, { url }: Demo, budget: Budget, theme: string): Promise<Row> {
  const context = await browser.newContext({ baseURL: url })
  const { bytes, requests } = await budget.measure(await context.newPage())
  await context.close()
  const kib = bytes / 1024
  const faults = [
    ...(kib > budget.kib ? [`${budget.page}: ${kib.toFixed(1)} KiB, more than ${budget.kib}`] : []),
    ...(requests > budget.requests
      ? [`${budget.page}: ${requests} requests, more than ${budget.requests}`]
      : []),
  ]
  return {
    cells: {
      page: budget.page,
      theme,
      KiB: kib.toFixed(1),
      'of KiB': budget.kib,
      requests,
      'of requests': budget.requests,
    },
    faults,
  }
}
