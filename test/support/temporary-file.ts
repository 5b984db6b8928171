import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file in a folder of its own that only its owner may change, as a careful operator leaves it. */
export function temporaryFile(name: string, text: string, mode = 0o600): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'portico-test-'))
}
