import { Glob } from 'bun'

/** Something that takes too long, or too much of a machine, to be a test. */
export interface Measurement {
  readonly file: string
  readonly ids: readonly string[]
  readonly requirement: string
  measure(): Promise<{ readonly ok: boolean; readonly figures: string }>
}

/** Every file of this folder that has a `measure`. */
export async function loadMeasurements(): Promise<Measurement[]> {
  const files = [...new Glob('tools/acceptance/*.ts').scanSync()].sort()
  const modules = await Promise.all(files.map(async (file) => ({ file, ...(await load(file)) })))
  return modules.filter(isMeasurement)
}

async function load(file: string): Promise<object> {
  return file.endsWith('.test.ts') ? {} : await import(`../../${file}`)
}

function isMeasurement(module: Partial<Measurement>): module is Measurement {
  return typeof module.measure === 'function' && Array.isArray(module.ids)
}
