/** How long the device takes over a login. */
export interface Pace {
  accepted(): Promise<void>
  refused(): Promise<void>
}

export const atOnce: Pace = { accepted: async () => {}, refused: async () => {} }

/**
 * As measured on a real device: it hashes every password it is shown, one after another in a single
 * thread. The long wait after a wrong one holds up nobody else.
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
