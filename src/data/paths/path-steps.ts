/** One step of a path as RESTCONF writes it, before anything is known about the model. */
export interface PathStep {
  /** Its own module or, where none is written, that of the step before. */
  readonly module: string
  readonly name: string
  /** Decoded. Undefined where no `=` stands; `=` alone is one empty key. */
  readonly keys: readonly string[] | undefined
}

export type ReadSteps =
  | { readonly kind: 'steps'; readonly steps: readonly PathStep[] }
  | { readonly kind: 'unreadable'; readonly code: UnreadablePath; readonly step: number }

export type UnreadablePath = 'too-long' | 'too-deep' | 'bad-syntax' | 'bad-encoding' | 'missing-module'

const MAX_PATH_LENGTH = 8_192
const MAX_PATH_STEPS = 100

/** Keys are taken as loosely as people write them: only what separates keys and steps has to be encoded. */
const stepShape = /^(?:([a-z_][\w.-]*):)?([a-z_][\w.-]*)(?:=(.*))?$/is

/**
 * Reads `/ietf-interfaces:interfaces/interface=e1`. The slash at its start may be missing; an empty path is the top of
 * the data.
 */
export function readSteps(path: string): ReadSteps {
  if (path.length > MAX_PATH_LENGTH) return { kind: 'unreadable', code: 'too-long', step: 0 }
  const texts = path === '' || path === '/' ? [] : path.replace(/^\//, '').split('/')
  if (texts.length > MAX_PATH_STEPS) return { kind: 'unreadable', code: 'too-deep', step: MAX_PATH_STEPS }
  const steps: PathStep[] = []
  for (const text of texts) {
    const read = readStep(text, steps.at(-1)?.module)
    if (typeof read === 'string') return { kind: 'unreadable', code: read, step: steps.length }
    steps.push(read)
  }
  return { kind: 'steps', steps }
}

function readStep(text: string, parentModule: string | undefined): PathStep | UnreadablePath {
  const [, module = parentModule, name, written] = stepShape.exec(text) ?? []
  if (name === undefined) return 'bad-syntax'
  if (module === undefined) return 'missing-module'
  if (written === undefined) return { module, name, keys: undefined }
  const keys = decode(written)
  return keys ? { module, name, keys } : 'bad-encoding'
}

function decode(keys: string): readonly string[] | undefined {
  try {
    return keys.split(',').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/**
 * A key that is never sent to a device: a proxy that decodes `%2F` before it resolves `..` must still end up below the list, and a
 * control character could end a line.
 */
export function isMisleadingKey(key: string): boolean {
  const [, ...afterSlash] = key.split('/')
  return /\p{Cc}/u.test(key) || !key.isWellFormed() || afterSlash.some((part) => /^\.{1,2}$/.test(part))
}

/** Writes a path with a leading slash, and a module wherever it changes. */
export function pathText(steps: readonly PathStep[]): string {
  return steps
    .map(({ module, name, keys }, index) => {
      const prefix = module === steps[index - 1]?.module ? '' : `${module}:`
      return `/${prefix}${name}${keys ? `=${keys.map(encodeKey).join(',')}` : ''}`
    })
    .join('')
}

/**
 * Encodes all but letters, digits and `-._~`: rousette refuses a colon, a quote or a bracket that stands in a key as it
 * is. Half a surrogate pair, which no path can carry, becomes the replacement character.
 */
export function encodeKey(key: string): string {
  return encodeURIComponent(key.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
