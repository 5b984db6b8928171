import { describe, expect, test } from 'bun:test'
import { circlesIn } from './architecture/circles.ts'
import { describeFigures } from './architecture/figures.ts'
import { rulesForCode, rulesForEveryFile } from './architecture/rules.ts'
import { readSourceFiles, sourceFile } from './architecture/source-file.ts'

const files = await readSourceFiles('src')
const code = files.filter((file) => !file.isTest)
console.log(describeFigures(code))

describe('in src/', () => {
  for (const { name, check } of rulesForCode) {
    test(name, () => expect(code.flatMap(check)).toEqual([]))
  }
  test('no file leads back to itself by what it imports', () => expect(circlesIn(code)).toEqual([]))
})

describe.each(['src', 'test', 'scripts', 'tools', 'bench'] as const)('in %s/', (folder) => {
  for (const { name, check } of rulesForEveryFile) {
    test(name, async () => expect((await readSourceFiles(folder)).flatMap(check)).toEqual([]))
  }
})

describe('the checker notices', () => {
  test.each([
    ['a device that knows the web', 'src/device/x.ts', "import { app } from '../web/app.ts'"],
    ['a type from a layer to the right', 'src/session/x.ts', "import type { A } from '../login/a.ts'"],
    ['a right import over several lines', 'src/login/x.ts', "import {\n  a,\n  b,\n} from '../web/a.ts'"],
    ['something handed on from the right', 'src/web/x.ts', "export * from '../cli/serve.ts'"],
    ['a right import made at run time', 'src/web/x.ts', "const { a } = await import('../cli/a.ts')"],
    ['a right import for its effect', 'src/web/x.ts', "import '../main.ts'"],
    ['a folder without a place', 'src/shared/x.ts', ''],
    ['a demo device that borrows from the service', 'src/demo/x.ts', "import { silentLog } from '../log.ts'"],
    ['a script that knows the service', 'src/browser/x.ts', "import { en } from '../web/texts/en.ts'"],
    ['a service that knows a script', 'src/web/x.ts', "import { byId } from '../browser/by-id.ts'"],
    ['a service that knows the demo device', 'src/wiring.ts', "import { demo } from './demo/demo-device.ts'"],
    ['a store picked by hand', 'src/login/x.ts', "import { memoryStore } from '../session/stores/memory.ts'"],
    ['Hono outside web', 'src/login/x.ts', "import { Hono } from 'hono'"],
    ['a part of Hono outside web', 'src/cli/x.ts', "import { getCookie } from 'hono/cookie'"],
    ['templates outside web', 'src/login/x.ts', "import { Eta } from 'eta'"],
    ['Redis outside the stores', 'src/session/x.ts', "import { Redis } from 'ioredis'"],
    ['SQLite outside the stores', 'src/session/x.ts', "import { Database } from 'bun:sqlite'"],
    ['files read by a device', 'src/device/x.ts', "import { readFile } from 'node:fs/promises'"],
    ['a server in the web layer', 'src/web/x.ts', 'Bun.serve({ fetch })'],
    ['test code among the code', 'src/web/x.ts', "import { test } from 'bun:test'"],
    ['a file without a subject', 'src/web/utils.ts', ''],
  ])('%s', (_, path, text) => {
    const madeUp = sourceFile(path, text)
    expect(rulesForCode.flatMap(({ check }) => check(madeUp))).toHaveLength(1)
  })

  test('a circle, even of types only', () => {
    const there = sourceFile('src/web/x.ts', "import { b } from './y.ts'")
    const andBack = sourceFile('src/web/y.ts', "import type { A } from './x.ts'")
    expect(circlesIn([there, andBack])).toHaveLength(1)
    expect(circlesIn([there])).toEqual([])
  })

  test('a file of more than 250 lines', () => {
    const madeUp = sourceFile('src/web/x.ts', 'line\n'.repeat(251))
    expect(rulesForEveryFile.flatMap(({ check }) => check(madeUp))).toHaveLength(1)
  })

  test('nothing wrong in a file that keeps to the rules', () => {
    const text =
      "import { Hono } from 'hono'\nimport type { Log } from '../log.ts'\nimport { logIn } from '../login/log-in.ts'"
    const madeUp = sourceFile('src/web/x.ts', text)
    expect(rulesForCode.flatMap(({ check }) => check(madeUp))).toEqual([])
  })
})
