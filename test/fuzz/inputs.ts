import fc from 'fast-check'

export const anyText = fc.string({ unit: 'binary', maxLength: 200 })
export const bytes = fc.uint8Array({ maxLength: 300 })
/** Bytes near what is expected are worth more than bytes from nowhere. */
export const formLike = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'%&=+;', '%C3', '%A9', '%00', '%zz', 'username', 'password', 'csrf'),
      fc.string(),
    ),
  )
  .map((parts) => Buffer.from(parts.join('')))
/** Anything that a header can carry. */
export const headerText = fc
  .array(
    fc.oneof(
      fc.constantFrom('session=', 'csrf=', '; ', '=', '"', ',', 'A'.repeat(43), '__proto__'),
      printable(),
    ),
  )
  .map((parts) => parts.join('').trim())

function printable() {
  return fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
}

/** JSON in and around the shapes that pages and features look for. */
export function deviceData() {
  const names = [
    'hostname',
    'clock',
    'platform',
    'interface',
    'name',
    'statistics',
    'enabled',
    'console',
    'netbrowse',
    '__proto__',
  ]
  const tops = [
    'ietf-system:system',
    'ietf-system:system-state',
    'ietf-interfaces:interfaces',
    'infix-services:web',
  ]
  const leaf = fc.oneof(
    fc.constantFrom('<b>evil', 'true', true, null, -1, 1e308, '', '2026-01-01T00:00:00Z'),
    fc.string(),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('tree')),
    ),
  }))
  return fc.dictionary(fc.constantFrom(...tops), tree)
}
