import type { Page } from '@playwright/test'
import { putCrates } from './crates.ts'
import type { DemoDevice, FaultRule } from './demo-device.ts'
import { openLoggedIn } from './log-in.ts'
import type { Scene } from './scenes.ts'

const interfaces = '/data/ietf-interfaces:interfaces'
const harbour = '/data/harbour:harbour'
const crates = `${harbour}/register/crate`

/** The pages that show the device by its own model. */
export const dataScenes: readonly Scene[] = [
  { name: 'data', open: (page) => open(page, '/data', '.data-module') },
  { name: 'data-container', isPictured: false, open: (page) => open(page, harbour, '.data-fields') },
  { name: 'data-place', open: (page) => open(page, `${interfaces}/interface=e1`, '.data-fields') },
  { name: 'data-list', open: (page) => open(page, `${interfaces}/interface`, '.data-table') },
  {
    name: 'data-long-list',
    isPictured: false,
    async open(page, device) {
      await putCrates(device, 10_000)
      await open(page, `${crates}?page=2`, '.data-pages')
    },
  },
  { name: 'data-leaf', isPictured: false, open: (page) => open(page, `${harbour}/lights`, '.data-fields') },
  {
    name: 'data-leaf-list',
    isPictured: false,
    open: (page) => open(page, `${harbour}/priority`, '.data-fields'),
  },
  {
    name: 'data-presence',
    isPictured: false,
    open: (page) => open(page, `${harbour}/pilots`, '.data-fields'),
  },
  {
    name: 'data-anydata',
    isPictured: false,
    open: (page) => open(page, `${harbour}/berth=North%20Quay,1/ship/papers`, '.data-plain'),
  },
  {
    name: 'data-operation',
    isPictured: false,
    open: (page) => open(page, '/data/harbour:sound-horn', '.data-section'),
  },
  {
    name: 'data-compare',
    async open(page, device) {
      await device.setShortcuts({ console: false })
      await open(page, '/data/infix-services:web?from=compare', '.data-differs')
    },
  },
  {
    name: 'data-open',
    isPictured: false,
    async open(page) {
      await open(page, `${interfaces}/interface=e1`, '.data-fields')
      for (const details of [
        '.data-title .data-info',
        '.data-fields .data-info',
        '.data-absent',
        '.data-copy',
      ])
        await page.locator(`${details} > summary`).first().click()
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'data-search',
    async open(page) {
      await open(page, interfaces, '.data-section')
      await page.locator('#data-search').fill('mtu')
      await page.locator('.data-hits').waitFor()
    },
  },
  { name: 'data-results', open: (page) => open(page, '/data-search?q=duplex', '.data-hits') },
  {
    name: 'data-no-results',
    isPictured: false,
    open: (page) => open(page, '/data-search?q=zeppelin', '.empty'),
  },
  {
    name: 'data-plain',
    isPictured: false,
    async open(page, device) {
      await device.setFaults(
        ['yang-library', 'modules-state'].map((resource) => ({
          fault: refusal(404),
          on: { resource: `ietf-yang-library:${resource}` },
        })),
      )
      await openLoggedIn(page, `${interfaces}/interface`)
      await page.locator('.data-table').waitFor()
    },
  },
  {
    name: 'data-reading',
    isPictured: false,
    async open(page, device) {
      const sources = ['/yang/', '/restconf/operations/ietf-netconf-monitoring:get-schema']
      await device.setFaults(sources.map((path) => ({ fault: { kind: 'hang' }, on: { path } })))
      await openLoggedIn(page)
      await page.goto(interfaces)
      await page.locator('.data-state progress').waitFor()
    },
  },
  { name: 'data-refused', isPictured: false, open: (page, device) => openWith(page, device, refusal(400)) },
  {
    name: 'data-dead',
    isPictured: false,
    tolerated: /status of 502/,
    open: (page, device) => openWith(page, device, { kind: 'reset' }),
  },
  {
    name: 'data-not-found',
    isPictured: false,
    tolerated: /status of 404/,
    open: (page) => open(page, `${interfaces}/nothing`, '.data-state'),
  },
  {
    name: 'interface',
    async open(page) {
      await openLoggedIn(page, '/data')
      await page.goto('/interfaces/e1')
      await drawn(page, '.card .traffic')
    },
  },
]

const refusal = (status: number) => ({
  kind: 'status',
  status,
  tag: 'invalid-value',
  message: 'The harbour is closed.',
})

async function open(page: Page, path: string, waitFor: string): Promise<void> {
  await openLoggedIn(page, path)
  await drawn(page, waitFor)
}

async function drawn(page: Page, waitFor: string): Promise<void> {
  await page.locator(waitFor).first().waitFor()
  await page.locator('.brand-name', { hasText: 'quay-7' }).waitFor()
}

async function openWith(page: Page, device: DemoDevice, fault: FaultRule['fault']): Promise<void> {
  await openLoggedIn(page, '/data')
  await device.setFaults([{ fault, on: { resource: 'harbour:harbour' } }])
  await page.goto(harbour)
  await page.locator('.problem').waitFor()
}
