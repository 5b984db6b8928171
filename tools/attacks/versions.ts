import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The last commit before the attacks were answered. */
const BEFORE = 'a8de37e'

/** A folder with a version of the service. */
export interface Version {
  readonly name: 'before' | 'now'
  readonly folder: string
}

/** Runs the work against the version before and this one; only this one with the argument `now`, or where git lacks the other. */
export async function forEachVersion(work: (version: Version) => Promise<void>): Promise<void> {
  if (process.argv[2] === 'now') return work({ name: 'now', folder: '.' })
  const folder = join(mkdtempSync(join(tmpdir(), 'portico-before-')), 'portico')
  const added = git('worktree', 'add', '--quiet', '--detach', folder, BEFORE)
  try {
    if (added) {
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
      await work({ name: 'before', folder })
    } else console.log(`before: git has no commit ${BEFORE} here`)
    await work({ name: 'now', folder: '.' })
  } finally {
    if (added) git('worktree', 'remove', '--force', folder)
    rmSync(resolve(folder, '..'), { recursive: true, force: true })
  }
}

function git(...args: readonly string[]): boolean {
  return Bun.spawnSync(['git', ...args], { stdio: ['ignore', 'ignore', 'ignore'] }).success
}
