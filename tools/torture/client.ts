import { until } from '../../test/support/until.ts'
import { logInAt, logOutAt, look, type Visitor } from '../../test/support/visitor.ts'
import type { Notes } from './report.ts'

/** How many sessions a client keeps open to the end. */
const MAX_KEPT = 4
const IDLE_SECONDS = 2

/** A visitor, and when the login was answered. */
interface Guest extends Visitor {
  readonly answeredAt: number
}

/** Logs in and out, and notes every answer that turns out to be untrue. */
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
    const visitor = { ...answer, answeredAt: performance.now() }
    for (const url of this.urls) if (!(await this.#isKnown(url, visitor))) return
    if (Math.random() < 0.1) return this.#idleOut(visitor)
    this.live.push(visitor)
    const oldest = this.live.length > MAX_KEPT ? this.live.shift() : undefined
    if (oldest && (await this.#isKnown(this.#anyUrl(), oldest))) await this.#logOut(oldest)
  }

  /** False when the session is gone, which only a fault excuses. */
  async #isKnown(url: string, visitor: Guest): Promise<boolean> {
    const sight = await look(url, visitor)
    this.#notes.count(sight.kind === 'unsure' ? 'reads unavailable' : 'reads answered')
    if (sight.kind === 'known') this.#mustBe(visitor, sight.username)
    if (sight.kind === 'stranger') this.#notes.noteLostLogin(visitor.answeredAt, told(visitor, url))
    return sight.kind !== 'stranger'
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
    // Without an answer it is not known which limit the session has.
    if (answer?.status !== 204) return
    const answeredAt = performance.now()
    this.#notes.count('sessions left to idle out')
    await Bun.sleep(1_000 * (IDLE_SECONDS + 1))
    for (const url of this.urls) {
      const sight = await look(url, visitor)
      if (sight.kind === 'known') this.#notes.noteLostLimit(answeredAt, told(visitor, url))
    }
  }

  #mustBe({ username }: Guest, seen: string): void {
    if (seen !== username) this.#notes.violate('another user', `${username} was answered as ${seen}`)
  }

  #anyUrl(): string {
    return this.urls[Math.floor(Math.random() * this.urls.length)] ?? ''
  }
}

/** After recovery: who logged out is logged out everywhere, and who did not is known everywhere. */
export async function judgeAfterRecovery(clients: readonly TorturedClient[], notes: Notes): Promise<void> {
  for (const { urls, live, out } of clients) {
    for (const url of urls) {
      for (const visitor of out) await judgeLoggedOut(url, visitor, notes)
      for (const visitor of live) await judgeLive(url, visitor, notes)
    }
    for (const _ of live) notes.count('sessions live at the end')
  }
}

/** A delete that is still on its way is given a moment. */
async function judgeLoggedOut(url: string, visitor: Guest, notes: Notes): Promise<void> {
  const isGone = async () => (await look(url, visitor)).kind === 'stranger'
  await until(isGone, 'the session has ended everywhere').catch(() =>
    notes.violate('resurrected elsewhere', `${told(visitor, url)}, after recovery`),
  )
}

async function judgeLive(url: string, visitor: Guest, notes: Notes): Promise<void> {
  const sight = await until(async () => {
    const seen = await look(url, visitor)
    return seen.kind !== 'unsure' && seen
  }, 'the instance can tell whose session it is')
  if (sight.kind === 'stranger')
    notes.noteLostLogin(visitor.answeredAt, `${told(visitor, url)}, after recovery`)
  else if (sight.username !== visitor.username)
    notes.violate('another user', `${visitor.username} was answered as ${sight.username}`)
}

function told({ username, answeredAt }: Guest, url: string): string {
  return `${username}, logged in ${Math.round(performance.now() - answeredAt)} ms ago, asked at ${url}`
}
