import { readFileSync, statSync } from 'node:fs'

const OTHERS_MAY_WRITE = 0o022
const OTHERS_MAY_READ_OR_WRITE = 0o027

/** Throws unless only the file's owner may change it: what it says is done with everybody's passwords. */
export function requireTrusted(path: string): void {
  refuseMode(path, OTHERS_MAY_WRITE, 'others than its owner may write it; chmod go-w it')
}

/** A file of ours to believe. */
export function readTrustedFile(path: string): string {
  requireTrusted(path)
  return readFileSync(path, 'utf8')
}

/** A file of ours that is also nobody else's to read; its group may, for a service with a group of its own. */
export function readSecretFile(path: string): string {
  refuseMode(path, OTHERS_MAY_READ_OR_WRITE, 'others than its owner may write it or read it; chmod 600 it')
  return readFileSync(path, 'utf8')
}

function refuseMode(path: string, forbidden: number, why: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error('there is no such file')
  if ((found.mode & forbidden) !== 0) throw new Error(why)
}
