import { runCommand } from './check/command.ts'
import type { Outcome } from './check/outcome.ts'
import { completePrerequisites } from './check/prerequisites.ts'
import { browserTests, bunTests, runTests } from './check/tests.ts'

interface Step {
  readonly name: string
  readonly run: () => Promise<Outcome>
}

const missing = await completePrerequisites()
if (missing) {
  console.error(missing)
  process.exit(1)
}

const filters = process.argv.slice(2)
const looked = filters.length === 0 ? await runInTurn(tools()) : []
// Where a run that fails by bad luck costs more than minutes, tests have the machine to themselves.
const tested = await (process.env.CI ? runInTurn : runTogether)(tests())
process.exitCode = summarise([...looked, ...tested])

function tools(): Step[] {
  const bin = 'node_modules/.bin'
  return [
    { name: 'format', run: () => runCommand('format', [`${bin}/biome`, 'format']) },
    // `check` and not `lint`: only that looks at the order of imports too.
    {
      name: 'lint',
      run: () =>
        runCommand('lint', [`${bin}/biome`, 'check', '--formatter-enabled=false', '--error-on-warnings']),
    },
    { name: 'types', run: () => runCommand('types', [`${bin}/tsc`]) },
  ]
}

function tests(): Step[] {
  return [
    { name: 'tests', run: () => runTests(bunTests, filters) },
    { name: 'tests in a browser', run: () => runTests(browserTests, filters) },
  ]
}

/** A step that fails stops none of the others, so that one run shows everything. */
async function runInTurn(steps: readonly Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await runStep(step))
  return outcomes
}

/** Most tests wait, for a timeout or for Redis; the browser needs the processors meanwhile. */
function runTogether(steps: readonly Step[]): Promise<Outcome[]> {
  return Promise.all(steps.map(runStep))
}

async function runStep({ name, run }: Step): Promise<Outcome> {
  console.log(`\n== ${name}`)
  return run().catch((error) => ({ passed: 0, failures: [`${name}: ${error}`] }))
}

/** Prints what failed, then the one line that machines read. Returns the exit code. */
function summarise(outcomes: readonly Outcome[]): number {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  if (passed + failures.length === 0) console.log('\nNo test file matches.')
  console.log(failures.length === 0 ? '' : ['\n== failed', ...failures, ''].join('\n'))
  console.log(`${passed} passed, ${failures.length} failed`)
  return passed > 0 && failures.length === 0 ? 0 : 1
}
