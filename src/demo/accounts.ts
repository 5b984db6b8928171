import type { BasicLogin } from './restconf/basic-login.ts'

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
  /** Asked and refused: the device takes its time to say so. */
  | { readonly kind: 'refused' }
  /** Nothing that could be asked about: refused at once. */
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

/** The real device takes 200 bytes and refuses 5000, be they right or not. */
const longestPassword = 4096

function isPassword(given: Buffer, { password }: Account): boolean {
  return given.length <= longestPassword && given.equals(Buffer.from(password))
}
