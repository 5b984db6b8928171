import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { Glob } from 'bun'
import { temporaryFile } from '../../test/support/temporary-file.ts'
import { until } from '../../test/support/until.ts'
import { gatherEvidence } from './evidence.ts'
import { idsOf } from './ids-of.ts'
import { measureApart } from './measure-apart.ts'
import { loadMeasurements } from './measurements.ts'
import { readRequest } from './read-request.ts'
import { requirements } from './requirements.ts'

test('ids are read from the beginning of a name, alone, in lists and in ranges', () => {
  expect(idsOf('S2 S3 a new login has a new token')).toEqual(['S2', 'S3'])
  expect(idsOf('framing > F1 two lengths that differ')).toEqual(['F1'])
  expect(idsOf('D1-D3, D8: one call')).toEqual(['D1', 'D2', 'D3', 'D8'])
  expect(idsOf('12.14 H3 without a list')).toEqual(['H3'])
  expect(idsOf('a name that mentions T1 in its middle')).toEqual([])
})

test('a requirement holds when a test shows it and none fails', () => {
  const passed = { file: 'a.test.ts', name: 'T1 one', result: 'passed' } as const
  const failed = { file: 'a.test.ts', name: 'T2 other', result: 'failed' } as const
  const measured = { ids: ['W1'], file: 'w.ts', ok: false, figures: '' }
  const results = new Map(gatherEvidence([passed, failed], [measured]).map(({ id, result }) => [id, result]))
  expect(['T1', 'T2', 'W1', 'T3'].map((id) => results.get(id))).toEqual([
    'holds',
    'fails',
    'fails',
    'not shown',
  ])
})

test('measurements are chosen by parts of their names; all of them unless told', async () => {
  const all = await loadMeasurements()
  const chosenBy = (...args: string[]) => {
    const request = readRequest(args, all)
    return request.kind === 'run' ? [request.isFromReports, request.chosen.length] : request.sentence
  }
  expect(chosenBy()).toEqual([false, all.length])
  expect(chosenBy('--reports', 'timing')).toEqual([true, 1])
  expect(chosenBy('timing', 'slow', 'half-open')).toEqual([false, 3])
})

test.each(['--help', '-h', '--report', 'B1', '', 'scripts'])(
  'an unknown word starts nothing, and one line lists the known ones: "%s"',
  async (word) => {
    const request = readRequest(['timing', word], await loadMeasurements())
    const sentence = request.kind === 'unknown' ? request.sentence : ''
    expect(sentence).toStartWith(`"${word}" is none of --reports`)
    expect(sentence).toContain(' timing ')
    expect(sentence).not.toContain('\n')
  },
)

test('a measurement that throws counts as failed, and what it had started ends with it', async () => {
  const file = temporaryFile(
    'throws.ts',
    `import { endsWithUs } from '${import.meta.dir}/../../test/support/ends-with-us.ts'
     export async function measure() {
       Bun.serve({ port: 0, fetch: () => new Response() })
       const { pid, stdout } = Bun.spawn(endsWithUs(['sh', '-c', 'echo started; exec sleep 600']))
       await stdout.getReader().read()
       throw new Error('left ' + pid)
     }`,
  )
  const { ok, figures } = await measureApart(file)
  expect(ok).toBe(false)
  expect(figures).toMatch(/^Error: left \d+$/)
  await until(() => !existsSync(`/proc/${figures.split(' ').at(-1)}`), 'its child has ended')
})

test('a measurement whose process dies counts as failed', async () => {
  const file = temporaryFile('dies.ts', 'export const measure = () => process.exit(3)')
  expect(await measureApart(file)).toEqual({
    ok: false,
    figures: 'ended with status 3 and no figures',
  })
})

test('every requirement has a test or a measurement', async () => {
  const shown = new Set([...(await idsInTests()), ...(await loadMeasurements()).flatMap(({ ids }) => ids)])
  expect(Object.keys(requirements).filter((id) => !shown.has(id))).toEqual([])
})

test('no test or measurement names a requirement that does not exist', async () => {
  const claimed = [...(await idsInTests()), ...(await loadMeasurements()).flatMap(({ ids }) => ids)]
  expect([...new Set(claimed)].filter((id) => requirements[id] === undefined)).toEqual([])
})

/** From the texts of the tests: which of them pass is for a run of them to say. */
async function idsInTests(): Promise<string[]> {
  const files = [...new Glob('{src,test,scripts,tools}/**/*.ts').scanSync()].filter((path) =>
    isTest.test(path),
  )
  const texts = await Promise.all(files.map((path) => Bun.file(path).text()))
  return texts.flatMap((text) => [...text.matchAll(quoted)].flatMap(([, start = '']) => idsOf(`${start} `)))
}

const isTest = /\.(test|spec|contract)\.ts$|^test\/hostile\//
const quoted = /['"`]((?:(?:[A-Z]\d{1,2}(?:-[A-Z]?\d{1,2})?|\d\d\.\d{1,2})[ ,:]*)+)(?=[ '"`])/g
