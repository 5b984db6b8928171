import { mkdir, readFile, rm } from 'node:fs/promises'
import { Glob } from 'bun'
import { readJunit } from './junit.ts'
import type { Outcome, TestCase } from './outcome.ts'
import { judgeTests } from './outcome.ts'
import { readPlaywrightReport } from './playwright-report.ts'

/** A runner of tests and the report it leaves. */
interface TestStep {
  readonly runner: string
  readonly pattern: string
  readonly command: (files: readonly string[]) => readonly string[]
  readonly report: string
  readonly read: (report: string) => TestCase[]
}

/**
 * Half of the time a file waits, for a timeout or for Redis: with three at once another one has the processor meanwhile.
 * With CI set, where bad luck costs more than minutes, there are two.
 */
const FILES_AT_ONCE = process.env.CI ? 2 : 3

/** Everything but the browser, the architecture included. */
export const bunTests: TestStep = {
  runner: 'bun test',
  pattern: '**/*.test.ts',
  command: (files) => [
    // In processes of their own, files cannot disturb each other, and one that hangs or crashes is named.
    ...[process.execPath, 'test', `--parallel=${FILES_AT_ONCE}`, '--only-failures', '--timeout=60000'],
    ...['--reporter=junit', '--reporter-outfile=test-results/bun.xml'],
    ...files.map((file) => `./${file}`),
  ],
  report: 'test-results/bun.xml',
  read: readJunit,
}

export const browserTests: TestStep = {
  runner: 'playwright',
  pattern: 'test/browser/**/*.spec.ts',
  command: (files) => ['node_modules/.bin/playwright', 'test', ...files],
  report: 'test-results/browser.json',
  read: readPlaywrightReport,
}

/** Far more than a run takes, so that a test that hangs is reported. */
const deadlineMs = 30 * 60_000

/** Runs the test files whose path contains one of the filters; all of them when there is none. */
export async function runTests(step: TestStep, filters: readonly string[]): Promise<Outcome> {
  const files = findFiles(step.pattern, filters)
  if (files.length === 0) return { passed: 0, failures: [] }

  await rm(step.report, { force: true })
  await mkdir('test-results', { recursive: true })
  const tests = Bun.spawn([...step.command(files)], {
    // With CI set, a forgotten `only` fails instead of hiding the other tests.
    env: { ...process.env, CI: 'true' },
    // Both on standard output, so that the order of the lines is the order of events.
    stdio: ['ignore', 1, 1],
    timeout: deadlineMs,
  })
  const exitCode = await tests.exited

  const cases = await readCases(step)
  if (!cases) return { passed: 0, failures: [`${step.runner} left no report, status ${exitCode}`] }
  return judgeTests({ runner: step.runner, files, cases, exitCode })
}

function findFiles(pattern: string, filters: readonly string[]): string[] {
  const files = [...new Glob(pattern).scanSync()].filter((file) => !file.includes('node_modules/')).sort()
  return files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
}

async function readCases({ report, read }: TestStep): Promise<TestCase[] | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : read(text)
}
