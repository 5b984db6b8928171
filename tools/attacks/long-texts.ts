import { talk } from '../../test/support/raw.ts'
import { logInAt } from '../measure/log-in.ts'
import { type RunningService, startServiceIn } from '../measure/running-service.ts'
import { browserTexts } from './long-texts/browser.ts'
import { deviceTexts, startTalkativeDevice, type TalkativeDevice } from './long-texts/device.ts'
import { smallestLongestWait } from './longest-wait.ts'
import { forEachVersion } from './versions.ts'

/**
 * What one client, or the device, can make everybody else wait: texts that are costly to work on, sent one after the
 * other, and the longest wait of another request meanwhile. Prints each before and now; none may be over 100 ms.
 */
const MAX_WAIT_MS = 100

const waits = new Map<string, { before?: number; now?: number }>()
function note(what: string, version: 'before' | 'now', ms: number): void {
  console.error(`${version}: ${what}: ${ms.toFixed(0)} ms`)
  waits.set(what, { ...waits.get(what), [version]: ms })
}

await forEachVersion(async ({ name, folder }) => {
  const device = await startTalkativeDevice()
  const service = await startServiceIn(folder, device.url)
  const tell: Tell = (what, ms) => note(what, name, ms)
  await fromBrowser(service, tell)
  await fromDevice(service, device, tell)
  await service.stop()
  device.stop()
})

type Tell = (what: string, ms: number) => void

async function fromBrowser({ port, url }: RunningService, tell: Tell): Promise<void> {
  // The address is being turned away, as a guesser's would be.
  for (let time = 0; time < 11; time++) await logInAt(url, { password: 'guess', from: '192.0.2.66' })
  for (const { what, request } of browserTexts('192.0.2.66'))
    tell(what, await smallestLongestWait(port, () => talk(port, request, { answers: 1 })))
}

async function fromDevice({ port, url }: RunningService, device: TalkativeDevice, tell: Tell): Promise<void> {
  for (const { what, path, body, at } of deviceTexts()) {
    const { cookie } = await logInAt(url, { from: '192.0.2.1' })
    device.say(at, body)
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nHX-Request: true\r\nConnection: close\r\n\r\n`
    tell(what, await smallestLongestWait(port, () => talk(port, request, { answers: 1 })))
    device.say(at, undefined)
  }
}

const spell = (ms: number | undefined) => (ms === undefined ? '' : `${ms.toFixed(0)} ms`).padStart(10)
console.log(`\n${'longest wait of another request'.padEnd(64)}${'before'.padStart(10)}${'now'.padStart(10)}`)
for (const [what, { before, now }] of waits) {
  const tooLong = (now ?? 0) > MAX_WAIT_MS ? '  <- over 100 ms' : ''
  console.log(`${what.padEnd(64)}${spell(before)}${spell(now)}${tooLong}`)
}
process.exit([...waits.values()].some(({ now = 0 }) => now > MAX_WAIT_MS) ? 1 : 0)
