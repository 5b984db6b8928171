import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { ServerSecret } from './server-secret.ts'

/** So that a later version can tell what an earlier one sealed. */
const VERSION = 1
const NONCE = 12
const TAG = 16
const HEAD = 1 + NONCE + TAG

/** What a sealed text is bound to: opened anywhere else, it does not open. */
export interface SealBinding {
  readonly secret: ServerSecret
  /** Only the browser keeps it; without it the store and the server's secret together open nothing. */
  readonly token: string
  /** The record's key in the store. */
  readonly key: string
  readonly purpose: 'session' | 'password'
  /** What the record holds next to it: exchanged for anything else, neither opens. */
  readonly beside?: Uint8Array
}

/** Seals with AES-256-GCM under HKDF(token ‖ server secret). */
export function seal(text: string, binding: SealBinding): Uint8Array {
  const [sealingKey] = binding.secret.keysFor(binding.purpose, binding.token)
  if (!sealingKey) throw new TypeError('a server secret has at least one key')
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(associatedData(binding))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
}

/** The sealed text, or undefined when the bytes were not sealed for this binding. */
export function unseal(bytes: Uint8Array, binding: SealBinding): string | undefined {
  if (bytes.length < HEAD || bytes[0] !== VERSION) return undefined
  for (const key of binding.secret.keysFor(binding.purpose, binding.token)) {
    const text = open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), key, associatedData(binding))
    if (text !== undefined) return text
  }
  return undefined
}

function open(sealed: Buffer, key: Buffer, associated: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), {
      authTagLength: TAG,
    })
    decipher.setAAD(associated).setAuthTag(sealed.subarray(1 + NONCE, HEAD))
    return Buffer.concat([decipher.update(sealed.subarray(HEAD)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function associatedData({ key, purpose, beside = new Uint8Array() }: SealBinding): Buffer {
  return Buffer.concat([Buffer.from(`${VERSION}:${purpose}:${key}:`), beside])
}
