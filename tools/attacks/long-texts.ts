import { logInAt } from '../measure/log-in.ts'
import { askOnce } from './ask-once.ts'
import { browserTexts } from './long-texts/browser.ts'
import { dataTexts, model } from './long-texts/data.ts'
import { type DeviceText, startTalkativeDevice } from './long-texts/device.ts'
import { pageTexts } from './long-texts/pages.ts'
import { longestSlice, type MeteredService, startMeteredService } from './metered-service.ts'
import { forEachVersion, type Version } from './versions.ts'

/**
 * What one client, or the device, can make everybody else wait: texts that are costly to work on, sent one after the
 * other, and the longest that the service worked on end meanwhile. Prints each before and now; none may be over 100 ms.
 */
const MAX_WAIT_MS = 100

interface Row {
  readonly before?: number
  readonly now?: number
  /** The page does not show that the service has read the text: the row proves nothing. */
  readonly isUnread?: boolean
}

const only = process.argv[3] ?? ''
const rows = new Map<string, Row>()
function note(what: string, row: Row): void {
  console.error(what, row)
  rows.set(what, { ...rows.get(what), ...row })
}

await forEachVersion(async (version) => {
  await withService(version, { model: undefined, texts: pageTexts(), isFirst: true })
  // The version before had no pages of data.
  if (version.name === 'before') return
  await withService(version, { model, texts: dataTexts(true) })
  await withService(version, { model: undefined, texts: dataTexts(false) })
})

interface Run {
  readonly model: { readonly name: string; readonly text: string } | undefined
  readonly texts: readonly DeviceText[]
  readonly isFirst?: boolean
}

async function withService({ name, folder }: Version, { model, texts, isFirst }: Run): Promise<void> {
  const device = await startTalkativeDevice(model)
  const service = await startMeteredService(folder, device.url)
  if (isFirst) await fromBrowser(service, (what, ms) => note(what, { [name]: ms }))
  const { cookie } = await logInAt(service.url, { from: '192.0.2.1' })
  const ask = (path: string) => askOnce(service.port, requestFor(path, cookie))
  // Without a model what is at the top is empty.
  if (name === 'now')
    await until(async () => (await ask('/data')).includes(model ? model.name : 'class="empty"'))
  for (const { what, path, at, body, startup, shows } of texts) {
    if (!what.includes(only)) continue
    device.say(at, body(), startup?.())
    let heard = ''
    const ms = await longestSlice(service, async () => {
      heard = await ask(path)
    })
    if (process.env.SHOW) console.error(heard.slice(0, 3000))
    note(what, { [name]: ms, ...(name === 'now' && { isUnread: !heard.includes(shows) }) })
    device.say(at, undefined)
  }
  await service.stop()
  device.stop()
}

function requestFor(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nAccept: text/html\r\nHX-Request: true\r\nConnection: close\r\n\r\n`
}

async function fromBrowser(service: MeteredService, tell: (what: string, ms: number) => void): Promise<void> {
  // The address is being turned away, as a guesser's would be.
  for (let time = 0; time < 11; time++) await logInAt(service.url, { password: 'guess', from: '192.0.2.66' })
  for (const { what, request } of browserTexts('192.0.2.66'))
    if (what.includes(only)) tell(what, await longestSlice(service, () => askOnce(service.port, request)))
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isTrue()) return
    await Bun.sleep(100)
  }
  throw new Error('the model of the device does not come')
}

const spell = (ms: number | undefined) => (ms === undefined ? '' : `${ms.toFixed(0)} ms`).padStart(10)
console.log(
  `\n${'longest work on end, by processor time'.padEnd(64)}${'before'.padStart(10)}${'now'.padStart(10)}`,
)
for (const [what, { before, now, isUnread }] of rows) {
  const tooLong = (now ?? 0) > MAX_WAIT_MS ? '  <- over 100 ms' : ''
  const unread = isUnread ? '  <- was not read' : ''
  console.log(`${what.padEnd(64)}${spell(before)}${spell(now)}${tooLong}${unread}`)
}
process.exit([...rows.values()].some(({ now = 0, isUnread }) => now > MAX_WAIT_MS || isUnread) ? 1 : 0)
