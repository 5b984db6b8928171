import type { Page } from '@playwright/test'
import { dataScenes } from './data-scenes.ts'
import type { DemoDevice } from './demo-device.ts'
import { logIn, openLoggedIn } from './log-in.ts'
import { endElsewhere, setIdleLimit } from './session.ts'

/** A page in one of its states, and how a person gets there, whatever the language. */
export interface Scene {
  readonly name: string
  /** Settings of the service without which there is no such state. */
  readonly flags?: readonly string[]
  /** What the browser may say of it. */
  readonly tolerated?: RegExp
  /** False for a state that looks much like others: it is checked, and docs/screenshots has no picture of it. */
  readonly isPictured?: false
  readonly open: (page: Page, device: DemoDevice) => Promise<void>
}

/** Every page and state that has a look of its own. */
export const scenes: readonly Scene[] = [
  {
    name: 'login',
    open: async (page) => void (await page.goto('/login')),
  },
  {
    name: 'login-error',
    async open(page) {
      await logIn(page, 'admin', 'wrong')
      await page.locator('#error').waitFor()
    },
  },
  {
    name: 'login-notice',
    // Chromium logs that it cleared the cache.
    tolerated: /Clear-Site-Data .* Cleared/,
    async open(page) {
      await logIn(page)
      await page.locator('.user-menu summary').click()
      await page.locator('.user-panel form[action="/logout"] button').click()
      await page.getByRole('status').waitFor()
    },
  },
  {
    name: 'login-throttled',
    flags: ['--login-attempts', '1/60s'],
    tolerated: /status of 429/,
    async open(page) {
      await logIn(page, 'admin', 'wrong')
      await page.locator('#error').waitFor()
      await logIn(page, 'admin', 'wrong')
      await page.locator('#error').waitFor()
    },
  },
  {
    name: 'overview',
    open: (page) => openDrawn(page, '/', '.gauge'),
  },
  {
    name: 'user-menu',
    async open(page) {
      await openDrawn(page, '/', '.gauge')
      await page.locator('.user-menu summary').click()
    },
  },
  {
    name: 'interfaces',
    // Three minutes, for a line of traffic that looks like one.
    open: (page) => openInterfaces(page, 36),
  },
  {
    name: 'sessions',
    async open(page) {
      await openDrawn(page, '/sessions', '.badge')
      await endOthers(page)
      for (const userAgent of Object.values(otherBrowsers)) await logInElsewhere(page, userAgent)
      await page.goto('/sessions')
      await page.locator('.brand-name', { hasText: 'quay-7' }).waitFor()
    },
  },
  {
    name: 'about',
    open: (page) => openDrawn(page, '/about', '.table'),
  },
  ...dataScenes,
  {
    name: 'idle-dialog',
    async open(page) {
      await openDrawn(page, '/', '.gauge')
      await setIdleLimit(page, 62)
      await page.locator('#idle[open]').waitFor()
      await page.locator('.gauge').first().waitFor()
      await page.locator('.brand-name', { hasText: 'quay-7' }).waitFor()
    },
  },
  {
    name: 'come-back',
    async open(page) {
      await openDrawn(page, '/interfaces', '.mac')
      await endElsewhere(page)
      await page.reload()
      await logIn(page)
      await page.locator('#come-back-link').waitFor()
      await page.locator('.gauge').first().waitFor()
    },
  },
  {
    name: 'wanted-page',
    isPictured: false,
    async open(page) {
      await openDrawn(page, '/', '.gauge')
      await endElsewhere(page)
      await page.goto('/data/ietf-interfaces:interfaces/interface=e1/ietf-ip:ipv4')
      await logIn(page)
      await page.locator('#wanted').waitFor()
      await page.locator('.gauge').first().waitFor()
    },
  },
  {
    name: 'device-gone',
    tolerated: /status of 502/,
    async open(page, device) {
      await page.clock.install()
      await openDrawn(page, '/interfaces', '.mac')
      await device.setFaults([{ fault: { kind: 'reset' } }])
      await page.clock.fastForward(5_000)
      await page.locator('.fragment .problem').waitFor()
      await page.clock.fastForward(5_000)
      await page.locator('#device-gone-attempt:not(:empty)').waitFor()
      await page.clock.resume()
    },
  },
  {
    name: 'waiting',
    // On a busy machine the page is looked at for longer than device and page usually wait.
    flags: ['--login-attempts', 'off', '--device-timeout', '60s', '--login-deadline', '60s'],
    async open(page, device) {
      await page.addInitScript(() =>
        Object.defineProperty(XMLHttpRequest.prototype, 'timeout', { set: () => undefined }),
      )
      await device.setFaults([{ fault: { kind: 'hang' }, on: { resource: 'ietf-interfaces:interfaces' } }])
      await openLoggedIn(page, '/interfaces')
      await page.locator('.fragment-wait').waitFor()
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    },
  },
  {
    name: 'problem',
    tolerated: /status of 502/,
    async open(page, device) {
      await device.setFaults([
        { fault: { kind: 'bad-gateway' }, on: { resource: 'ietf-interfaces:interfaces' } },
      ])
      await openLoggedIn(page, '/interfaces')
      await page.locator('.problem').waitFor()
    },
  },
  {
    name: 'not-found',
    tolerated: /status of 404/,
    async open(page) {
      await openDrawn(page, '/', '.gauge')
      await page.goto('/nowhere')
    },
  },
]

const otherBrowsers = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
}

async function openDrawn(page: Page, path: string, waitFor: string): Promise<void> {
  await openLoggedIn(page, path)
  await page.locator(waitFor).first().waitFor()
  await page.locator('.brand-name', { hasText: 'quay-7' }).waitFor()
}

/** The table with the traffic of so many refreshes. */
export async function openInterfaces(page: Page, refreshes: number): Promise<void> {
  await watchTraffic(page)
  await openDrawn(page, '/interfaces', '.mac')
  for (let refresh = 0; refresh < refreshes; refresh++) {
    const answered = page.waitForResponse('**/interfaces/table')
    await page.clock.runFor(5_000)
    await answered
  }
  await page.locator('.traffic svg').first().waitFor()
  await page.locator('.fragment.htmx-request').waitFor({ state: 'detached' })
}

/** Time passes in no time, and the counters grow as they would have. */
async function watchTraffic(page: Page): Promise<void> {
  let seconds = 0
  await page.clock.install()
  await page.route('**/interfaces/table', async (route) => {
    // Of counters that stand still the answer would be empty.
    const { 'x-portico-shown': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    seconds += 5
    let phase = 0
    const body = (await response.text()).replace(/data-octets="(\d{8,})"/g, (_, octets: string) => {
      const waves = 9 * Math.cos(seconds / 16 + ++phase) + 1.4 * Math.cos(seconds / (4 + phase))
      return `data-octets="${BigInt(octets) + BigInt(Math.round(4e5 * phase * (seconds - waves + 20)))}"`
    })
    await route.fulfill({ response, body })
  })
}

async function endOthers(page: Page): Promise<void> {
  const button = page.locator('form[action="/sessions/revoke-others"] button')
  if ((await button.count()) === 0) return
  await button.click()
  await button.waitFor({ state: 'detached' })
}

async function logInElsewhere(page: Page, userAgent: string): Promise<void> {
  const baseURL = new URL(page.url()).origin
  const elsewhere = await page.context().browser()?.newContext({ userAgent, baseURL })
  if (!elsewhere) return
  const other = await elsewhere.newPage()
  await logIn(other)
  await other.waitForURL('/')
  await elsewhere.close()
}
