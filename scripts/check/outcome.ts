/** What a step of the check found. */
export interface Outcome {
  readonly passed: number
  /** One line for each thing that failed. */
  readonly failures: readonly string[]
}

/** One test, as its runner reported it. */
export interface TestCase {
  readonly file: string
  readonly name: string
  readonly result: 'passed' | 'failed' | 'skipped'
}

export interface TestRun {
  readonly runner: string
  /** The files that should have been run. */
  readonly files: readonly string[]
  readonly cases: readonly TestCase[]
  readonly exitCode: number
}

/** Tests that may be skipped, as `file: name`: those that enter a system of their own, where we are not root. */
const allowedSkips: readonly string[] =
  process.getuid?.() === 0
    ? []
    : [
        'test/packages/packages.test.ts: the Debian package is installed, serves a login as its unit starts it, and leaves nothing behind',
        'test/packages/packages.test.ts: the container image > serves a login as a user without rights, on a file system that cannot be written',
      ]

/** What a test run amounts to. Only a test that ran and held has passed. */
export function judgeTests(
  { runner, files, cases, exitCode }: TestRun,
  mayBeSkipped = allowedSkips,
): Outcome {
  const failures = [
    ...cases.filter(({ result }) => result === 'failed').map(describe),
    ...skippedTests(cases)
      .filter((test) => !mayBeSkipped.includes(test))
      .map((test) => `${test} (skipped)`),
    ...filesWithoutTests(files, cases).map((file) => `${file} ran no test`),
  ]
  for (const test of skippedTests(cases).filter((test) => mayBeSkipped.includes(test)))
    console.log(`Not run, for it needs root: ${test}`)
  const isUnexplained = exitCode !== 0 && failures.length === 0
  return {
    passed: cases.filter(({ result }) => result === 'passed').length,
    failures: isUnexplained ? [`${runner} ended with status ${exitCode}`] : failures,
  }
}

function skippedTests(cases: readonly TestCase[]): string[] {
  return cases.filter(({ result }) => result === 'skipped').map(describe)
}

function filesWithoutTests(files: readonly string[], cases: readonly TestCase[]): string[] {
  const filesWithTests = new Set(cases.map(({ file }) => file))
  return files.filter((file) => !filesWithTests.has(file))
}

function describe({ file, name }: TestCase): string {
  return `${file}: ${name}`
}
