import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where the first of these commands that is installed lies, or undefined when none is. */
export function findCommand(names: readonly string[]): string | undefined {
  const paths = names.flatMap((name) => folders().map((folder) => join(folder, name)))
  return paths.find(isExecutable)
}

/** The PATH, and the folders of daemons, which Debian leaves out of an ordinary user's PATH. */
function folders(): string[] {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].filter(Boolean)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
