/** What an account may see and do. */
export interface Access {
  /** Everything, nothing, or everything but some resources and what is below them. */
  readonly read: 'all' | 'none' | { readonly allBut: readonly string[] }
  readonly write: boolean
}

export interface Account {
  readonly name: string
  readonly password: string
  readonly access: Access
  readonly locked: boolean
}

export const everything: Access = { read: 'all', write: true }
export const limited: Access = { read: { allBut: ['ietf-system:system'] }, write: false }
export const nothing: Access = { read: 'none', write: false }

/** The accounts of a device as it is unpacked. */
export const demoAccounts: readonly Account[] = [
  { name: 'admin', password: 'admin', access: everything, locked: false },
  { name: 'guest', password: 'guest', access: limited, locked: false },
  { name: 'noread', password: 'noread', access: nothing, locked: false },
]

export type LoginCheck =
  | { readonly kind: 'accepted'; readonly account: Account }
  /** The device checked the password and refused it, after a delay. */
  | { readonly kind: 'refused' }
  /** There was no password to check: refused at once. */
  | { readonly kind: 'unusable' }

/** The accounts on the device, changeable while it runs. */
export class Accounts {
  readonly #accounts = new Map<string, Account>()

  constructor(accounts: readonly Account[] = demoAccounts) {
    this.replaceAll(accounts)
  }

  get list(): readonly Account[] {
    return [...this.#accounts.values()]
  }

  replaceAll(accounts: readonly Account[]): void {
    this.#accounts.clear()
    for (const account of accounts) this.#accounts.set(account.name, account)
  }

  add(name: string, password: string, access: Access = everything): void {
    this.#accounts.set(name, { name, password, access, locked: false })
  }

  remove(name: string): boolean {
    return this.#accounts.delete(name)
  }

  setPassword(name: string, password: string): void {
    this.#change(name, { password })
  }

  setAccess(name: string, access: Access): void {
    this.#change(name, { access })
  }

  lock(name: string): void {
    this.#change(name, { locked: true })
  }

  unlock(name: string): void {
    this.#change(name, { locked: false })
  }

  check(login: BasicLogin | undefined): LoginCheck {
    if (!login || login.username === '' || login.password.length === 0) return { kind: 'unusable' }
    const account = this.#accounts.get(login.username)
    if (!account || account.locked) return { kind: 'refused' }
    return isPassword(login.password, account) ? { kind: 'accepted', account } : { kind: 'refused' }
  }

  #change(name: string, change: Partial<Account>): void {
    const account = this.#accounts.get(name)
    if (!account) throw new TypeError(`the demo device has no account "${name}"`)
    this.#accounts.set(name, { ...account, ...change })
  }
}

/** The real device accepts 200 bytes and refuses 5000, whether the password is right or not. */
const longestPassword = 4096

function isPassword(given: Buffer, { password }: Account): boolean {
  return given.length <= longestPassword && given.equals(Buffer.from(password))
}

export interface BasicLogin {
  readonly username: string
  /** Bytes, because the device compares bytes. */
  readonly password: Buffer
}

/** Reads `Authorization: Basic …`; undefined for another scheme or what is not base64 of `name:password`. */
export function readBasic(authorization: string | undefined): BasicLogin | undefined {
  // the real device accepts the scheme in any case, and base64 without padding
  const encoded = /^basic +([A-Za-z0-9+/]+)={0,2}$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  const colon = bytes.indexOf(':')
  if (colon < 0) return undefined
  return { username: bytes.subarray(0, colon).toString(), password: cutAtNul(bytes.subarray(colon + 1)) }
}

/** The device passes the password on as a C string, which ends at NUL. */
function cutAtNul(password: Buffer): Buffer {
  const nul = password.indexOf(0)
  return nul < 0 ? password : password.subarray(0, nul)
}

/** How long the device takes over a login. */
export interface Pace {
  accepted(): Promise<void>
  refused(): Promise<void>
}

export const atOnce: Pace = { accepted: async () => {}, refused: async () => {} }

/**
 * As measured on a real device: it hashes every password it is shown, one after another in a single
 * thread. The long wait after a wrong password does not delay other requests.
 */
export function likeARealDevice(pause = wait): Pace {
  let lastInLine = Promise.resolve()
  const inLine = (ms: number) => {
    lastInLine = lastInLine.then(() => pause(ms))
    return lastInLine
  }
  return {
    accepted: () => inLine(45),
    refused: async () => {
      await inLine(30)
      await pause(1300 + Math.random() * 1200)
    },
  }
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
