import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of the service's templates in which one is broken: it reads a member that does not exist. */
export function brokenViews(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-views-'))
  cpSync(join(import.meta.dir, '../../src/web/views'), folder, { recursive: true })
  writeFileSync(join(folder, `${name}.html`), '<p><%= it.Nothing.at.all %></p>')
  return folder
}
