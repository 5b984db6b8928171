import { listOf, valueAt } from './json-path.ts'

/**
 * The leaf below a resource in a device's answer. RFC 8040 answers with the resource alone, named `module:name`;
 * rousette nests the answer from the top-level container. Both are understood.
 */
export function resourceValue(body: unknown, resource: string, leaf: string): unknown {
  const path = resource.split('/')
  const below = leaf.split('/')
  return follow(body, [...path, ...below]) ?? follow(body, [lastNode(path), ...below])
}

/** A node belongs to the module that was named last on the way to it. */
function lastNode(path: readonly string[]): string {
  const [module] = path.findLast((step) => step.includes(':'))?.split(':') ?? []
  return `${module}:${path.at(-1)?.replace(/^.*:/, '')}`
}

/** Follows the path; a list with one entry stands for that entry. */
function follow(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, step) => {
    const entries = listOf(value)
    return valueAt(entries.length === 1 ? entries[0] : value, [step])
  }, data)
}
