import { listOf, valueAt } from './json-path.ts'

/**
 * The leaf below a resource in a device's answer. RFC 8040 answers with the resource alone, named `module:name`;
 * rousette nests the answer from the top-level container. Both are understood.
 */
export function resourceValue(body: unknown, resource: string, leaf: string): unknown {
  const [module = ''] = resource.split(':')
  const path = resource.split('/')
  const bare = `${module}:${withoutModule(path.at(-1) ?? '')}`
  const below = leaf.split('/')
  return follow(body, [...path, ...below]) ?? follow(body, [bare, ...below])
}

/** Follows the path; a list with one entry stands for that entry. */
function follow(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => {
    const entries = listOf(value)
    return valueAt(entries.length === 1 ? entries[0] : value, [step])
  }, data)
}

const withoutModule = (name: string) => name.slice(name.indexOf(':') + 1)
