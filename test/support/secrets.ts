/** Says which of the secrets lie in the bytes: plain, or in base64 at any of its three alignments. */
export function secretsIn(bytes: Uint8Array, secrets: readonly string[]): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)))
}

/** In a heap, text stands as one byte a character or as two. */
function formsOf(secret: string): Buffer[] {
  const forms = [secret, ...base64Of(secret)]
  return forms.flatMap((form) => [Buffer.from(form, 'utf8'), Buffer.from(form, 'utf16le')])
}

/** Without the characters at either end, which depend on what stands beside the secret. */
function base64Of(secret: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + secret).toString('base64')
    const inner = encoded.slice(Math.ceil((shift * 8) / 6), -4)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
