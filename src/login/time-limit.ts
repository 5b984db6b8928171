/** A signal that aborts some time after the start. Cleared, it lets go of all that listened to it. */
export class TimeLimit {
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  start(ms: number): void {
    const end = () => this.#controller.abort(new DOMException('the time is over', 'TimeoutError'))
    this.#timer = setTimeout(end, ms)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
