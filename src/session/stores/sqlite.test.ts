import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../test/support/until.ts'
import { describeSessionStore, newRecord } from '../session-store.contract.ts'
import { StoreMisconfigured } from '../session-store.ts'
import { sqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

const roomy = { perOwner: 100, total: 1_000_000 }
let files = 0

function newPath(): string {
  files += 1
  return join(folder, `sessions-${files}.db`)
}

describeSessionStore('sqlite', async () => {
  const clock = { now: Date.now() }
  return { store: sqliteStore(newPath(), { now: () => clock.now, sweepEveryMs: 20 }), clock }
})

describe('the session database', () => {
  test('is for its owner alone, with all its side files', async () => {
    const path = newPath()
    writeFileSync(path, '', { mode: 0o644 })
    const store = sqliteStore(path)
    await store.insert(newRecord(), roomy)
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600)
    await store.close()
  })

  test('keeps its sessions over a restart', async () => {
    const path = newPath()
    const record = newRecord()
    const before = sqliteStore(path)
    await before.insert(record, roomy)
    await before.close()
    const after = sqliteStore(path)
    expect((await after.find(record.key))?.id).toBe(record.id)
    await after.close()
  })

  test('is shared by two instances: what one ends, the other no longer finds', async () => {
    const path = newPath()
    const [here, there] = [sqliteStore(path), sqliteStore(path)]
    const record = newRecord()
    await here.insert(record, roomy)
    expect(await there.delete(record.key)).toBe(true)
    expect(await here.find(record.key)).toBeUndefined()
    await Promise.all([here.close(), there.close()])
  })

  test('forgets expired records by itself, to the last sealed byte on the disk', async () => {
    const path = newPath()
    const clock = { now: Date.now() }
    const store = sqliteStore(path, { now: () => clock.now, sweepEveryMs: 1 })
    const sealedPassword = new TextEncoder().encode('sealed-bytes-to-look-for')
    const records = Array.from({ length: 500 }, () => newRecord({ sealedPassword }))
    for (const record of records) await store.insert(record, roomy)
    clock.now += 31 * 60_000

    const onDisk = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join()
    await until(() => !onDisk().includes('sealed-bytes-to-look-for'), 'the sealed bytes were overwritten')
    await until(() => statSync(path).size < 100_000, 'the file is small again')
    await store.close()
  })
})

describe('a process that is killed', () => {
  test('takes along no session it had promised, and brings none back it had ended', async () => {
    const path = newPath()
    const worker = Bun.spawn([process.execPath, '-e', workerCode(path)], { stdout: 'pipe' })
    const promised = await readUntilKilled(worker, 200)

    const store = sqliteStore(path)
    for (const [verb, key = ''] of promised.map((line) => line.split(' '))) {
      expect((await store.find(key)) !== undefined).toBe(verb === 'kept')
    }
    expect(promised.length).toBeGreaterThanOrEqual(200)
    await store.close()
  })
})

describe('a disk that takes no more', () => {
  test('is a store that is unavailable, and what was kept is still found', async () => {
    const limited = `trap '' XFSZ; ulimit -f 600; exec "$0" -e "$1"`
    const worker = Bun.spawn(['sh', '-c', limited, process.execPath, fillerCode(newPath())], {
      stdout: 'pipe',
    })
    expect(await new Response(worker.stdout).text()).toBe('StoreUnavailable, the first is found: true\n')
  })
})

describe('a session database that cannot be used stops the start with one sentence', () => {
  const refusals: readonly [string, (path: string) => string, string][] = [
    ['its folder is missing', (path) => join(path, 'sessions.db'), 'its folder does not exist.'],
    ['it is not a database', (path) => write(path, 'no database at all, '.repeat(100)), 'not a database.'],
    ['it is damaged', damagedDatabase, 'is damaged; remove it to start afresh.'],
    ['it belongs to another application', foreignDatabase, 'is the database of another application.'],
    ['it is newer than we are', newerDatabase, 'was made by a newer version of Portico.'],
    ['it is a folder', (path) => mkdirSync(path, { recursive: true }) ?? path, 'cannot be used'],
  ]
  test.each(refusals)('%s', async (_, make, sentence) => {
    const path = make(newPath())
    expect(() => sqliteStore(path)).toThrow(StoreMisconfigured)
    expect(() => sqliteStore(path)).toThrow(sentence)
  })
})

test.each<[string, (path: string) => string]>([
  ['no database', (path) => write(path, 'no database at all, '.repeat(100))],
  ['a database of another application', foreignDatabase],
  ['a short file', (path) => write(path, 'SQLite format 3\0')],
])('12.12 a file that is %s is refused and left as it is, mode and all', (_, make) => {
  const path = make(newPath())
  chmodSync(path, 0o644)
  const before = readFileSync(path)
  expect(() => sqliteStore(path)).toThrow(StoreMisconfigured)
  expect(statSync(path).mode & 0o777).toBe(0o644)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect([`${path}-wal`, `${path}-shm`].some(existsSync)).toBe(false)
})

test('12.12 a database is known to be ours although the process that made it was killed at once', async () => {
  const path = newPath()
  const code = `import { sqliteStore } from '${join(import.meta.dir, 'sqlite.ts')}'
    sqliteStore('${path}')
    process.kill(process.pid, 'SIGKILL')`
  Bun.spawnSync([process.execPath, '-e', code])
  expect(readFileSync(`${path}-wal`).length).toBeGreaterThan(0)
  const store = sqliteStore(path)
  expect(await store.count()).toBe(0)
  await store.close()
})

function write(path: string, content: string | Uint8Array): string {
  writeFileSync(path, content)
  return path
}

function foreignDatabase(path: string): string {
  new Database(path).run('CREATE TABLE theirs (x)')
  return path
}

function newerDatabase(path: string): string {
  sqliteStore(path).close()
  new Database(path).run('PRAGMA user_version = 99')
  return path
}

function damagedDatabase(path: string): string {
  sqliteStore(path).close()
  const bytes = readFileSync(path)
  return write(path, bytes.fill(0xff, 4_096, 16_384))
}

const imports = `
  import { newRecord } from '${join(import.meta.dir, '../session-store.contract.ts')}'
  import { sqliteStore } from '${join(import.meta.dir, 'sqlite.ts')}'
  const roomy = { perOwner: 100, total: 1_000_000 }`

/** Logs in and out for ever, and tells of each only when the store has said it is done. */
function workerCode(path: string): string {
  return `${imports}
    const store = sqliteStore('${path}')
    for (;;) {
      const [stays, goes] = [newRecord(), newRecord()]
      await store.insert(stays, roomy)
      await store.insert(goes, roomy)
      await store.delete(goes.key)
      await Bun.write(Bun.stdout, 'kept ' + stays.key + '\\nended ' + goes.key + '\\n')
    }`
}

function fillerCode(path: string): string {
  return `${imports}
    const store = sqliteStore('${path}')
    const first = newRecord()
    await store.insert(first, roomy)
    try {
      for (;;) await store.insert(newRecord(), roomy)
    } catch (error) {
      console.log(error.name + ', the first is found: ' + ((await store.find(first.key)) !== undefined))
    }`
}

async function readUntilKilled(worker: Bun.Subprocess<'ignore', 'pipe'>, lines: number): Promise<string[]> {
  let text = ''
  for await (const chunk of worker.stdout) {
    text += new TextDecoder().decode(chunk)
    if (text.split('\n').length > lines) worker.kill('SIGKILL')
  }
  return text.split('\n').slice(0, -1)
}
