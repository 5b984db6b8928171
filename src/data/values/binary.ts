import { misfit } from './misfit.ts'
import { lengthOutside } from './strings.ts'
import type { Checked, TypeOf } from './value.ts'

const base64Shape = /^[A-Za-z0-9+/]*={0,2}$/

/** RFC 4648 section 4. Line breaks are ignored, because some devices wrap long keys. */
export function binaryFromText(text: string, type: TypeOf<'binary'>): Checked {
  const digits = text.replace(/[\r\n\t ]+/g, '')
  if (digits.length % 4 !== 0 || !base64Shape.test(digits)) return misfit({ code: 'not-base64' })
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0
  const byteLength = (digits.length / 4) * 3 - padding
  return (
    lengthOutside(type.lengths, byteLength) ?? { kind: 'binary', type, base64: canonical(digits), byteLength }
  )
}

/** The last digit before the padding has unused bits; in canonical form they are zero. */
function canonical(base64: string): string {
  return base64.endsWith('=') ? base64.slice(0, -4) + btoa(atob(base64.slice(-4))) : base64
}
