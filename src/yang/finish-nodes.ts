import { type MadeNode, withoutPrefix } from './open-node.ts'
import { brief, type Warnings } from './warnings.ts'
import type { Work } from './work.ts'

/** Checks choices and lists, once all their children are made. */
export function* finishNodes(made: readonly MadeNode[], warnings: Warnings): Work<void> {
  for (const one of made) {
    if (one.node.kind === 'choice') finishChoice(one, warnings)
    if (one.node.kind === 'list') finishList(one, warnings)
    yield
  }
}

function finishChoice({ node, statements }: MadeNode, warnings: Warnings) {
  const stated = statements.find(({ keyword }) => keyword === 'default')
  if (!stated) return
  const name = withoutPrefix(stated.argument)
  if (node.children.some((child) => child.name === name)) node.defaults = [name]
  else warnings.at(stated, `the default case "${brief(name)}" is not there`)
}

/** Drops keys whose leaf is missing: the other keys identify the entries. */
function finishList({ node, statements }: MadeNode, warnings: Warnings) {
  const there = new Set(node.children.filter(({ isKey }) => isKey).map(({ name }) => name))
  const missing = node.keys.filter((key) => !there.has(key))
  if (missing.length === 0) return
  const stated = statements.find(({ keyword }) => keyword === 'key')
  if (stated) warnings.at(stated, `there is no key leaf "${brief(missing.join(' '))}"`)
  node.keys = node.keys.filter((key) => there.has(key))
}
