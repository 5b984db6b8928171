import { statSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { buildExecutable } from './build/executable.ts'
import { fetchRuntime } from './build/runtime.ts'
import { runQuietly } from './check/run-quietly.ts'
import { buildDeb } from './package/deb.ts'
import { buildImage } from './package/oci-image.ts'
import { readArguments } from './usage.ts'

readArguments('npm run package', { options: {} })
const { version } = manifest
const out = 'dist'
const epoch = await lastChange()

for (const [architecture, target] of [
  ['amd64', 'linux-x64'],
  ['arm64', 'linux-arm64'],
] as const) {
  const executable = join(out, target, 'portico')
  console.log(`${target}: building the executable`)
  await buildExecutable({
    outfile: executable,
    runtime: await fetchRuntime(target, 'node_modules/.cache/runtime'),
  })
  console.log(`${architecture}: compressing the package, which takes one to three minutes`)
  const deb = await tellingTime(buildDeb({ architecture, version, executable, epoch, out }))
  console.log(`${deb}  ${megabytes(statSync(deb).size)}`)
}

console.log('building the container image')
const executable = join(out, 'portico')
await buildExecutable({ outfile: executable, runtime: process.execPath })
const layout = join(out, 'portico-oci')
const size = await buildImage({ version, executable, epoch, out: layout })
console.log(
  `${layout}  ${megabytes(size)} compressed, ${megabytes(statSync(executable).size)} and the C library inside`,
)

/** Says every half minute that work goes on. */
async function tellingTime<Result>(work: Promise<Result>): Promise<Result> {
  const start = Date.now()
  const timer = setInterval(() => console.log(`  … ${Math.round((Date.now() - start) / 1000)} s`), 30_000)
  return work.finally(() => clearInterval(timer))
}

/** Nothing in a package is newer than what it was made from, so that packing it again gives the same bytes. */
async function lastChange(): Promise<number> {
  const { SOURCE_DATE_EPOCH } = process.env
  if (SOURCE_DATE_EPOCH !== undefined) return Number(SOURCE_DATE_EPOCH)
  const { status, said } = await runQuietly(['git', 'log', '-1', '--format=%ct'])
  return status === 0 ? Number(said) : 0
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
