/**
 * Control characters but tab and line break, what turns the reading direction around, and what takes no room: two texts
 * could look the same, or one like another. A joiner stays, since scripts and emoji are written with it.
 */
const invisible = /(?!\r\n)[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff]/gu

/** A text from outside with what could not be seen in it spelled out, such as `gnp.exe[U+202E]`. */
export function showInvisible(text: string): string {
  return text.replace(invisible, (character) =>
    character === '\n' || character === '\t' ? character : `[U+${hexOf(character).toUpperCase()}]`,
  )
}

/** The same in JSON, which has a spelling of its own; it has spelled out most control characters already. */
export function showInvisibleInJson(json: string): string {
  return json.replace(invisible, (character) => (character === '\n' ? character : `\\u${hexOf(character)}`))
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')
