import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServedModule } from '../../src/demo/modules.ts'

/** The YANG files of a real device; not part of this project. */
export const SHARED_MODELS = '../shared/yang/infix'

const listed = z.array(z.object({ name: z.string(), features: z.array(z.string()) }))

/** The modules of a real device, for a demo device to say that they are its own. */
export function infixModules(): readonly ServedModule[] {
  const implemented = new Map(
    listed
      .parse(JSON.parse(readFileSync(join(SHARED_MODELS, '../infix.json'), 'utf8')))
      .map(({ name, features }) => [name, features]),
  )
  const texts = readdirSync(SHARED_MODELS).map((file) => {
    const [name = '', revision = ''] = file.replace('.yang', '').split('@')
    return { name, revision, text: readFileSync(join(SHARED_MODELS, file), 'utf8') }
  })
  return texts
    .filter(({ text }) => !belongsTo(text))
    .map((module) => ({
      ...module,
      namespace: /namespace\s+"?([^";\s]+)/.exec(module.text)?.[1] ?? '',
      isImplemented: implemented.has(module.name),
      features: implemented.get(module.name) ?? [],
      submodules: texts.filter(({ text }) => belongsTo(text) === module.name),
      deviations: [],
    }))
}

function belongsTo(text: string): string | undefined {
  return /^\s*belongs-to\s+([\w.-]+)/m.exec(text)?.[1]
}
