import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { readPlaywrightReport } from './playwright-report.ts'

const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })

test('a report says of each test its file, its full name and its result', () => {
  const report = {
    config: { rootDir: resolve('test/browser') },
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('logs in', 'expected'), spec('logs out', 'unexpected')],
        suites: [
          { title: 'on a phone', specs: [spec('opens the menu', 'skipped'), spec('scrolls', 'flaky')] },
        ],
      },
    ],
  }

  expect(readPlaywrightReport(JSON.stringify(report))).toEqual([
    { file: 'test/browser/a.spec.ts', name: 'logs in', result: 'passed' },
    { file: 'test/browser/a.spec.ts', name: 'logs out', result: 'failed' },
    { file: 'test/browser/a.spec.ts', name: 'on a phone > opens the menu', result: 'skipped' },
    { file: 'test/browser/a.spec.ts', name: 'on a phone > scrolls', result: 'failed' },
  ])
})
