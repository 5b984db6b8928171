import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test('(17) opening the overview costs the device two requests, and each later page one', async ({
  page,
  device,
}) => {
  // By then the model is read, which is asked for once, behind the first login.
  await openLoggedIn(page, '/data')
  await page.waitForLoadState('networkidle')
  const { length: before } = await device.readJournal()
  const asked = async () => (await device.readJournal()).slice(before).map(({ resource }) => resource)
  await page.goto('/')
  await expect(page.getByRole('banner')).toContainText('quay-7')
  await page.waitForLoadState('networkidle')
  expect((await asked()).sort()).toEqual(['ietf-system:system', 'ietf-system:system-state'])

  await page.getByRole('link', { name: 'Interfaces', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('e1')
  await expect(page.getByRole('banner')).toContainText('quay-7')
  expect((await asked()).slice(2)).toEqual(['ietf-interfaces:interfaces'])
})

test('(23) a table in which nothing has changed is not drawn again, and its lines go on', async ({
  page,
  device,
}) => {
  await page.clock.install()
  await openLoggedIn(page)
  const entry = { name: 'e1', statistics: { 'in-octets': '5000', 'out-octets': '7' } }
  const body = { 'ietf-interfaces:interfaces': { interface: [entry] } }
  await device.setFaults([{ fault: { kind: 'body', body } }])
  await page.goto('/interfaces')
  const row = page.getByRole('row', { name: /^e1/ })
  await expect(row).toBeVisible()
  await row.evaluate((element) => element.setAttribute('data-test', 'the same'))

  for (let refresh = 0; refresh < 3; refresh++) expect((await nextAnswer(page)).status()).toBe(204)
  await expect(row).toHaveAttribute('data-test', 'the same')
  await expect(row.getByRole('img', { name: 'Received: now 0 bit/s, peak 0 bit/s' })).toBeVisible()

  entry.statistics['in-octets'] = '9000'
  await device.setFaults([{ fault: { kind: 'body', body } }])
  expect((await nextAnswer(page)).status()).toBe(200)
  await expect(row).not.toHaveAttribute('data-test')
})

test('(23) rows keep their heights while counters grow and lines begin', async ({ page, device }) => {
  await page.clock.install()
  await openLoggedIn(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await setCounters(device, 999_400n)
    await page.goto('/interfaces')
    await expect(page.getByRole('row', { name: /^e1/ })).toBeVisible()
    const heights = await rowHeights(page)
    for (const octets of [0n, 1_000_500n, 99_999_999_999n, 18_446_744_073_709_551_615n, 5n]) {
      await setCounters(device, octets)
      await nextAnswer(page)
      await page.locator('.traffic span').first().waitFor()
      expect(await rowHeights(page), `${octets} bytes at ${width} px`).toEqual(heights)
    }
  }
})

test.describe('for a reader in another time zone than the device', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('(23) the row of the clock, with both times, keeps its height in every frame of a refresh', async ({
    page,
  }) => {
    await openLoggedIn(page)
    const clock = page.locator('dl > div', { hasText: 'Clock' })
    await expect(clock).toContainText('device time')
    const heights = await page.evaluate(heightsWhileRefreshing)
    expect(new Set(heights).size, heights.join(', ')).toBe(1)
  })
})

/** The height of the clock's row in each frame, from before a refresh until some frames after it. */
function heightsWhileRefreshing(): Promise<number[]> {
  const fragment = document.querySelector('.fragment')
  const rowOf = () =>
    [...document.querySelectorAll('dl > div')].find((row) => row.textContent?.includes('Clock'))
  const before = rowOf()
  const heights: number[] = []
  let framesAfter = 0
  fragment?.dispatchEvent(new Event('retry'))
  return new Promise((resolve) => {
    const look = () => {
      const row = rowOf()
      heights.push(row?.getBoundingClientRect().height ?? 0)
      if (row !== before && ++framesAfter > 20) resolve(heights)
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function nextAnswer(page: Page) {
  const answered = page.waitForResponse('**/interfaces/table')
  await page.clock.runFor(5_000)
  return answered
}

type Device = Parameters<Parameters<typeof test>[2]>[0]['device']

async function setCounters(device: Device, octets: bigint): Promise<void> {
  const statistics = { 'in-octets': String(octets), 'out-octets': String(octets / 7n) }
  const address = [{ ip: '2001:db8:1234:5678:9abc:def0:1234:5678', 'prefix-length': 64 }]
  const names = ['e1', 'e2', 'a-rather-long-interface-name.4094']
  const list = names.map((name) => ({
    name,
    'phys-address': '02:00:00:00:00:01',
    'oper-status': 'up',
    speed: '1000000000',
    statistics,
    'ietf-ip:ipv6': { address },
  }))
  const body = { 'ietf-interfaces:interfaces': { interface: list } }
  await device.setFaults([{ fault: { kind: 'body', body } }])
}

const rowHeights = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
