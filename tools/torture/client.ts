import { eventually } from '../../test/support/redis.ts'
import { logInAt, logOutAt, look, type Visitor } from '../../test/support/visitor.ts'
import type { Notes } from './report.ts'

/** As many sessions as a client keeps open to the end, at most. */
const KEPT = 4
const IDLE_SECONDS = 2

/** A visitor, and when the login was answered. */
interface Guest extends Visitor {
  readonly answered: string
}

/** Somebody who comes and goes, believes every answer, and notes when one turns out to be untrue. */
export class TorturedClient {
  /** Their logins were answered, and nothing ended them. */
  readonly live: Guest[] = []
  /** Their logouts were answered. */
  readonly out: Guest[] = []
  readonly urls: readonly string[]
  readonly #username: string
  readonly #notes: Notes

  constructor(username: string, urls: readonly string[], notes: Notes) {
    this.#username = username
    this.urls = urls
    this.#notes = notes
  }

  async runUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#comeAndGo()
      await Bun.sleep(Math.random() * 40)
    }
  }

  async #comeAndGo(): Promise<void> {
    const answer = await logInAt(this.#anyUrl(), this.#username)
    this.#notes.count(answer ? 'logins answered' : 'logins failed')
    if (!answer) return
    const visitor = { ...answer, answered: this.#notes.clock() }
    for (const url of this.urls) await this.#readAlive(url, visitor)
    if (Math.random() < 0.1) return this.#idleOut(visitor)
    this.live.push(visitor)
    if (this.live.length > KEPT) await this.#logOut(this.live.shift() ?? visitor)
  }

  /** An answer that was given makes a promise: this session is alive, at every instance that can say so. */
  async #readAlive(url: string, visitor: Guest): Promise<void> {
    const sight = await look(url, visitor)
    this.#notes.count(sight.kind === 'unsure' ? 'reads unavailable' : 'reads answered')
    if (sight.kind === 'stranger') this.#notes.violate('unusable cookie', told(visitor, url))
    if (sight.kind === 'known') this.#mustBe(visitor, sight.username)
  }

  async #logOut(visitor: Guest): Promise<void> {
    const url = this.#anyUrl()
    if (!(await logOutAt(url, visitor))) return
    this.#notes.count('logouts answered')
    this.out.push(visitor)
    const sight = await look(url, visitor)
    if (sight.kind !== 'known') return
    this.#notes.violate('resurrected here', told(visitor, url))
    this.#mustBe(visitor, sight.username)
  }

  /** Chooses a short limit, stays away for longer, and must be forgotten. */
  async #idleOut(visitor: Guest): Promise<void> {
    const answer = await fetch(new URL('/session/timeout', this.#anyUrl()), {
      method: 'POST',
      keepalive: false,
      headers: { Cookie: `session=${visitor.session}`, 'X-CSRF-Token': visitor.csrf },
      body: new URLSearchParams({ timeout: String(IDLE_SECONDS) }),
    }).catch(() => undefined)
    // Without an answer nobody knows which limit it has.
    if (answer?.status !== 204) return
    this.#notes.count('sessions left to idle out')
    await Bun.sleep(1_000 * (IDLE_SECONDS + 1))
    for (const url of this.urls) {
      const sight = await look(url, visitor)
      if (sight.kind === 'known') this.#notes.violate('outlived its limit', told(visitor, url))
    }
  }

  #mustBe({ username }: Guest, seen: string): void {
    if (seen !== username) this.#notes.violate('another user', `${username} was answered as ${seen}`)
  }

  #anyUrl(): string {
    return this.urls[Math.floor(Math.random() * this.urls.length)] ?? ''
  }
}

/** Now that all is well: the out are out and the live are alive, everywhere. */
export async function judgeAfterRecovery(clients: readonly TorturedClient[], notes: Notes): Promise<void> {
  for (const { urls, live, out } of clients) {
    for (const url of urls) {
      for (const visitor of out) await judge(url, visitor, 'stranger', notes)
      for (const visitor of live) await judge(url, visitor, 'known', notes)
    }
    for (const _ of live) notes.count('sessions live at the end')
  }
}

/** A delete that is still on its way, or a connection that is just being made, is given a moment. */
async function judge(url: string, visitor: Guest, expected: 'stranger' | 'known', notes: Notes) {
  const isSo = async () => {
    const sight = await look(url, visitor)
    if (sight.kind === 'known' && sight.username !== visitor.username)
      notes.violate('another user', `${visitor.username} was answered as ${sight.username}`)
    return sight.kind === expected
  }
  try {
    await eventually(isSo, 15_000)
  } catch {
    const rule = expected === 'stranger' ? 'resurrected elsewhere' : 'unusable cookie'
    notes.violate(rule, `${told(visitor, url)}, after recovery`)
  }
}

function told({ username, answered }: Guest, url: string): string {
  return `${username}, signed in at ${answered}, asked at ${url}`
}
