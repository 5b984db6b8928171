import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildExecutable } from './build/executable.ts'
import { fetchRuntime, isTarget, targets } from './build/runtime.ts'
import { measureStart } from './build/start-time.ts'
import { readArguments, stopWith } from './usage.ts'

const { values } = readArguments('npm run build', {
  options: {
    target: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'dist' },
  },
})

const chosen = values.target.map(targetNamed)
if (chosen.length === 0) await buildForThisMachine(values.out)
for (const target of chosen) await buildFor(target, values.out)

function targetNamed(name: string) {
  if (isTarget(name)) return name
  return stopWith('npm run build', `there is no target ${name}; --target takes ${targets.join(', ')}`)
}

async function buildForThisMachine(out: string): Promise<void> {
  const outfile = join(out, 'portico')
  await buildExecutable({ outfile, runtime: process.execPath })
  console.log(
    `${outfile}  ${sizeOf(outfile)}  first answer after ${Math.round(await measureStart(outfile))} ms`,
  )
}

async function buildFor(target: ReturnType<typeof targetNamed>, out: string): Promise<void> {
  const outfile = join(out, target, 'portico')
  await buildExecutable({ outfile, runtime: await fetchRuntime(target, 'node_modules/.cache/runtime') })
  console.log(`${outfile}  ${sizeOf(outfile)}`)
}

function sizeOf(file: string): string {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`
}
