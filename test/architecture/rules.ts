import type { SourceFile } from './source-file.ts'
import { countLines, isInside } from './source-file.ts'

/** A sentence about the code, and the complaints about a file that does not keep to it. */
export interface Rule {
  readonly name: string
  readonly check: (file: SourceFile) => readonly string[]
}

/** Folders and single files of src/. Each may know itself and what stands left of it. */
const layers = [
  ['log', 'addresses', 'files', 'version'],
  ['yang'],
  ['data'],
  ['device'],
  ['model'],
  ['features'],
  ['session'],
  ['login'],
  ['metrics'],
  ['web'],
  ['settings', 'config'],
  ['wiring'],
  ['doctor'],
  ['cli'],
  ['main'],
]

const importsPointLeft: Rule = {
  name: 'a layer imports only itself and the layers left of it',
  check({ path, imports }) {
    if (isInside(path, ['src/demo', 'src/browser'])) return []
    const own = placeOf(path)
    if (own < 0) return [`${path} belongs to no layer: move it, or name it in test/architecture/rules.ts`]
    return imports
      .filter((target) => isInside(target, ['src']) && placeOf(target) > own)
      .map((target) => `${path} imports ${target}: ${nameOf(path)} stands left of ${nameOf(target)}`)
  },
}

function placeOf(path: string): number {
  return layers.findIndex((names) => names.includes(nameOf(path)))
}

function nameOf(path: string): string {
  return path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
}

const demoStandsAlone: Rule = {
  name: 'the demo device knows nothing of the service but how models and their data are read',
  check({ path, imports }) {
    if (!isInside(path, ['src/demo'])) return []
    return imports
      .filter(
        (target) => isInside(target, ['src']) && !isInside(target, ['src/demo', 'src/yang', 'src/data']),
      )
      .map((target) => `${path} imports ${target}: the demo device speaks to the rest by HTTP only`)
  },
}

const browserScriptsStandAlone: Rule = {
  name: "the browser's scripts and the service know nothing of each other",
  check({ path, imports }) {
    const isScript = isInside(path, ['src/browser'])
    return imports
      .filter((target) => isInside(target, ['src']) && isInside(target, ['src/browser']) !== isScript)
      .map((target) => `${path} imports ${target}: a page brings its scripts what they need`)
  },
}

const onlyCommandsStartTheDemo: Rule = {
  name: 'only the commands know the demo device',
  check({ path, imports }) {
    if (isInside(path, ['src/demo', 'src/cli', 'src/main.ts'])) return []
    return imports
      .filter((target) => isInside(target, ['src/demo']))
      .map((target) => `${path} imports ${target}: only src/cli starts a demo device`)
  },
}

const implementations = ['src/device/restconf', 'src/session/stores']

const wiringPicksImplementations: Rule = {
  name: 'implementations are picked in src/wiring.ts; besides it only the settings, which say what one takes, and the doctor, who takes one apart, know any',
  check({ path, imports }) {
    if (isInside(path, ['src/wiring.ts', 'src/settings', 'src/doctor'])) return []
    const foreign = implementations.filter((folder) => !isInside(path, [folder]))
    return imports
      .filter((target) => isInside(target, foreign))
      .map((target) => `${path} imports ${target}: ask for the interface, src/wiring.ts fills it in`)
  },
}

const leftLayers = ['src/yang', 'src/data', 'src/device', 'src/features', 'src/session', 'src/login']

const leftLayersReadNoFiles: Rule = {
  name: 'yang, data, device, features, session and login read no files; only stores do',
  check({ path, imports }) {
    if (!isInside(path, leftLayers) || isInside(path, ['src/session/stores'])) return []
    return imports
      .filter((target) => /^(node:)?fs(\/|$)/.test(target))
      .map((target) => `${path} imports ${target}: let config, wiring or cli read it and hand it over`)
  },
}

const namesSayWhatIsInside: Rule = {
  name: 'no file is called helpers, utils, misc or common',
  check({ path }) {
    const isShapeless = /\/(helpers?|utils?|misc|common)\b/.test(path)
    return isShapeless ? [`${path}: its functions want to move home`] : []
  },
}

const longest = 250

const filesAreShort: Rule = {
  name: `no file is longer than ${longest} lines`,
  check(file) {
    const lines = countLines(file)
    return lines > longest ? [`${file.path} has ${lines} lines: it answers more than one question`] : []
  },
}

export const rulesForCode: readonly Rule[] = [
  importsPointLeft,
  demoStandsAlone,
  browserScriptsStandAlone,
  onlyCommandsStartTheDemo,
  wiringPicksImplementations,
  keepsTo('hono', /^hono(\/|$)/, ['src/web']),
  keepsTo('prom-client', /^prom-client$/, ['src/metrics']),
  keepsTo('eta', /^eta(\/|$)/, ['src/web']),
  keepsTo('ioredis', /^ioredis(\/|$)/, ['src/session/stores', 'src/login/counters']),
  keepsTo('SQLite', /^bun:sqlite$/, ['src/session/stores']),
  keepsTo('re2js', /^re2js$/, ['src/data']),
  keepsTo('bun:test', /^bun:test$/, []),
  leftLayersReadNoFiles,
  saysOnlyIn('an HTTP server is started', /\bBun\.(serve|listen)\(|\bcreateServer\(/, [
    'src/cli',
    'src/demo',
  ]),
  namesSayWhatIsInside,
]

export const rulesForEveryFile: readonly Rule[] = [filesAreShort]

function keepsTo(what: string, pattern: RegExp, folders: readonly string[]): Rule {
  const home = folders.length === 0 ? 'tests' : folders.join(', ')
  return {
    name: `${what} is imported only in ${home}`,
    check({ path, imports }) {
      if (isInside(path, folders)) return []
      return imports
        .filter((target) => pattern.test(target))
        .map((target) => `${path} imports ${target}, whose home is ${home}`)
    },
  }
}

function saysOnlyIn(what: string, pattern: RegExp, folders: readonly string[]): Rule {
  return {
    name: `${what} only in ${folders.join(', ')}`,
    check({ path, text }) {
      const [found] = text.match(pattern) ?? []
      if (found === undefined || isInside(path, folders)) return []
      return [`${path} says ${found}: ${what} only in ${folders.join(', ')}`]
    },
  }
}
