import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of the service's templates in which one has been broken: it asks for something that is not there. */
export function brokenViews(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-views-'))
  cpSync(join(import.meta.dir, '../../src/web/views'), folder, { recursive: true })
  writeFileSync(join(folder, `${name}.html`), '<p><%= it.Nothing.at.all %></p>')
  return folder
}
