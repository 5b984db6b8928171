import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'

const KEY_BYTES = 32

/** The server's keys: the first one seals and signs, all of them open and check. It refuses to be printed. */
export class ServerSecret {
  readonly #keys: readonly Buffer[]

  constructor(keys: readonly Buffer[]) {
    if (keys.length === 0) throw new Error('the session secret holds no key')
    if (keys.some((key) => key.length < KEY_BYTES)) {
      throw new Error(`each key of the session secret needs at least ${KEY_BYTES} bytes (256 bits)`)
    }
    this.#keys = keys
  }

  /** A secret that dies with the process; sessions in memory need no other. */
  static random(): ServerSecret {
    return new ServerSecret([randomBytes(KEY_BYTES)])
  }

  /** One base64 key a line. */
  static parse(text: string): ServerSecret {
    const lines = text.split('\n').map((line) => line.trim())
    return new ServerSecret(lines.filter(Boolean).map(decodeKey))
  }

  /** Keys for one purpose and, where given, one token; the key to seal with comes first. */
  keysFor(purpose: string, token = ''): readonly Buffer[] {
    return this.#keys.map((key) => derive(key, purpose, token))
  }

  /** Keyed hashes of a text for one purpose, the current one first. */
  hashes(purpose: string, text: string): readonly [string, ...string[]] {
    const [first = '', ...others] = this.keysFor(purpose).map((key) =>
      createHmac('sha256', key).update(text).digest('base64url'),
    )
    return [first, ...others]
  }

  toJSON() {
    return '[redacted]'
  }

  [inspect.custom]() {
    return 'ServerSecret([redacted])'
  }
}

function derive(key: Buffer, purpose: string, token: string): Buffer {
  const material = token ? Buffer.concat([Buffer.from(token, 'base64url'), key]) : key
  return Buffer.from(hkdfSync('sha256', material, '', `portico ${purpose}`, KEY_BYTES))
}

function decodeKey(line: string, index: number): Buffer {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(line))
    throw new Error(`key ${index + 1} of the session secret is not base64`)
  return Buffer.from(line, 'base64')
}
