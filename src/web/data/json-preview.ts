import { isArray, isJsonObject, type Json, type JsonObject } from '../../data/json/json.ts'
import { showInvisibleInJson } from './invisible.ts'

type IsSecret = (name: string, value: Json) => boolean

/** Stands for a secret. */
export const MASK = '••••••'

/**
 * JSON for people, indented and cut. What is cut off is not even visited: four megabytes of
 * numbers a hundred levels deep would be some hundred megabytes with their indentation.
 */
export function jsonPreview(json: Json, maxCharacters: number, isSecret: IsSecret = () => false): string {
  const preview = new Preview(maxCharacters, isSecret)
  preview.add(json, '\n')
  return preview.text
}

class Preview {
  readonly #isSecret: IsSecret
  readonly #pieces: string[] = []
  #room: number

  constructor(room: number, isSecret: IsSecret) {
    this.#room = room
    this.#isSecret = isSecret
  }

  get text(): string {
    return this.#room < 0 ? `${this.#pieces.join('')}\n…` : this.#pieces.join('')
  }

  /** The indentation begins with its line break. */
  add(json: Json, indentation: string): void {
    if (isArray(json)) this.#addArray(json, indentation)
    else if (isJsonObject(json)) this.#addObject(json, indentation)
    else this.#write(typeof json === 'string' ? this.#quoted(json) : JSON.stringify(json))
  }

  #addArray(items: readonly Json[], indentation: string): void {
    const inner = `${indentation}  `
    for (const [index, item] of items.entries()) {
      if (this.#room < 0) return
      this.#write(`${index === 0 ? '[' : ','}${inner}`)
      this.add(item, inner)
    }
    this.#write(items.length === 0 ? '[]' : `${indentation}]`)
  }

  #addObject(object: JsonObject, indentation: string): void {
    const inner = `${indentation}  `
    let isEmpty = true
    for (const name of Object.keys(object)) {
      if (this.#room < 0) return
      const value = object[name] ?? null
      this.#write(`${isEmpty ? '{' : ','}${inner}${this.#quoted(name)}: `)
      this.add(this.#isSecret(name, value) ? MASK : value, inner)
      isEmpty = false
    }
    this.#write(isEmpty ? '{}' : `${indentation}}`)
  }

  #quoted(text: string): string {
    return showInvisibleInJson(JSON.stringify(text.slice(0, Math.max(0, this.#room) + 1)))
  }

  #write(piece: string): void {
    if (this.#room < 0) return
    this.#pieces.push(piece.slice(0, this.#room))
    this.#room -= piece.length
  }
}
