import { relative, resolve } from 'node:path'
import { z } from 'zod'
import type { TestCase } from './outcome.ts'

/** The tests in a report that Playwright's json reporter wrote. */
export function readPlaywrightReport(json: string): TestCase[] {
  const { config, suites } = report.parse(JSON.parse(json))
  return suites.flatMap((suite) => readSuite(suite, [], config.rootDir))
}

const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']) })),
})

const suite = z.object({
  title: z.string(),
  specs: z.array(spec),
  get suites(): z.ZodOptional<z.ZodArray<typeof suite>> {
    return z.array(suite).optional()
  },
})

const report = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(suite) })

type Suite = z.infer<typeof suite>

function readSuite({ specs, suites = [] }: Suite, groups: readonly string[], rootDir: string): TestCase[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({
      file: relative('.', resolve(rootDir, file)),
      name: [...groups, title].join(' > '),
      result: results[status],
    })),
  )
  return [...own, ...suites.flatMap((inner) => readSuite(inner, [...groups, inner.title], rootDir))]
}

/** A test that holds only at the second try has not held. */
const results = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const
