import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildExecutable } from './build/executable.ts'
import { fetchRuntime, isTarget, targets } from './build/runtime.ts'
import { measureStart } from './build/start-time.ts'

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'dist' },
  },
})

if (values.target.length === 0) await buildForThisMachine(values.out)
for (const target of values.target) await buildFor(target, values.out)

async function buildForThisMachine(out: string): Promise<void> {
  const outfile = join(out, 'portico')
  await buildExecutable({ outfile, runtime: process.execPath })
  console.log(
    `${outfile}  ${sizeOf(outfile)}  first answer after ${Math.round(await measureStart(outfile))} ms`,
  )
}

async function buildFor(target: string, out: string): Promise<void> {
  if (!isTarget(target)) throw new TypeError(`--target takes one of ${targets.join(', ')}, not ${target}`)
  const outfile = join(out, target, 'portico')
  await buildExecutable({ outfile, runtime: await fetchRuntime(target, 'node_modules/.cache/runtime') })
  console.log(`${outfile}  ${sizeOf(outfile)}`)
}

function sizeOf(file: string): string {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`
}
