import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { matchesPattern } from '../../src/data/patterns/pattern.ts'
import type { ServedModule } from '../../src/demo/modules.ts'
import { type CompileInput, compile, compileModel } from '../../src/yang/compile.ts'
import { infixModules, SHARED_MODELS } from '../../test/support/infix-modules.ts'
import { largeModules } from '../measure/large-model.ts'
import { median } from '../measure/statistics.ts'
import type { Finding } from '../row.ts'

const AIM_FACTOR = 1.5
const MAX_HEAP_MIB = 15
export const MAX_WAIT_MS = 30

/** The cost of compiling: time compared with libyang, heap, and the longest step without a pause for other requests. */
export function measureCompiling(executable: string, rounds: number): readonly Finding[] {
  const ofInfix = existsSync(SHARED_MODELS) ? [timeBesideYanglint(executable, rounds), heap()] : []
  return [...ofInfix, longestStep(rounds)]
}

/** Whole processes: `portico model`, which also prints what it made, and `yanglint` where it is at hand. */
function timeBesideYanglint(executable: string, rounds: number): Finding {
  const library = join(SHARED_MODELS, '../infix.json')
  const portico = [executable, 'model', '--sources', SHARED_MODELS, '--library', library]
  const yanglint = yanglintCommand(library)
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.ours.push(timeOf(portico))
    if (yanglint) times.theirs.push(timeOf(yanglint.command))
  }
  const ours = median(times.ours)
  const what = 'compile the models of Infix cold, whole process'
  const measured = `${ours.toFixed(0)} ms`
  if (!yanglint) return { what, against: 'yanglint is not installed', aim: '', measured }
  const theirs = median(times.theirs)
  return {
    what,
    against: `${yanglint.version} ${theirs.toFixed(0)} ms`,
    aim: `≤ ${AIM_FACTOR} × yanglint`,
    measured: `${measured} (${(ours / theirs).toFixed(2)} ×)`,
    isMet: ours <= AIM_FACTOR * theirs,
  }
}

const listed = z.array(z.object({ name: z.string(), rev: z.string(), features: z.array(z.string()) }))

/** Loads the same modules with the same features, in the same order, which is the only one that yanglint accepts. */
function yanglintCommand(library: string) {
  if (!Bun.which('yanglint')) return undefined
  const version = Bun.spawnSync(['yanglint', '--version']).stdout.toString().trim()
  const modules = listed.parse(JSON.parse(readFileSync(library, 'utf8')))
  const features = modules.flatMap(({ name, features }) => ['-F', `${name}:${features.join(',')}`])
  const files = modules.map(({ name, rev }) => join(SHARED_MODELS, `${name}@${rev}.yang`))
  return { version, command: ['yanglint', '-Q', '-p', SHARED_MODELS, ...features, ...files] }
}

function timeOf(command: readonly string[]): number {
  const startedAt = performance.now()
  const { exitCode } = Bun.spawnSync([...command], { stdout: 'ignore' })
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}`)
  return performance.now() - startedAt
}

function heap(): Finding {
  const texts = readdirSync(SHARED_MODELS).map((name) => ({
    name,
    text: readFileSync(join(SHARED_MODELS, name), 'utf8'),
  }))
  const library = inputOf(infixModules()).library
  const before = heapBytes()
  const model = compileModel({ texts, library }, { matches: matchesPattern })
  const mib = (heapBytes() - before) / 2 ** 20
  return {
    what: `heap of the model of Infix (${model.nodeCount} nodes)`,
    against: '',
    aim: `≤ ${MAX_HEAP_MIB} MiB`,
    measured: `${mib.toFixed(1)} MiB`,
    isMet: mib <= MAX_HEAP_MIB,
  }
}

function heapBytes(): number {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

/** The minimum over all rounds of the longest step: other work on the machine only makes steps longer. */
function longestStep(rounds: number): Finding {
  const found = Array.from({ length: rounds }, () => longestStepOnce(inputOf(largeModules)))
  const ms = Math.min(...found.map(({ longestMs }) => longestMs))
  return {
    what: `longest step while ${found[0]?.nodes} nodes are compiled`,
    against: '',
    aim: `≤ ${MAX_WAIT_MS} ms`,
    measured: `${ms.toFixed(1)} ms`,
    isMet: ms <= MAX_WAIT_MS,
  }
}

function longestStepOnce(input: CompileInput) {
  const work = compile(input, { matches: matchesPattern })
  for (let longestMs = 0; ; ) {
    const startedAt = performance.now()
    const step = work.next()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    if (step.done) return { longestMs, nodes: step.value.nodeCount }
  }
}

function inputOf(modules: readonly ServedModule[]): CompileInput {
  const library = { modules }
  return { texts: modules, library }
}
