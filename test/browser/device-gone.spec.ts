import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test.use({ tolerated: [/status of 50[24]|ERR_INTERNET_DISCONNECTED|htmx:(afterRequest|sendError)/] })

const bannerOf = (page: Page) => page.getByText('The device does not answer. Trying again…')

test('the device dies and returns while a person looks: the page stays, says so, and comes back by itself', async ({
  page,
  device,
}) => {
  await openInterfaces(page)

  await device.setFaults([{ fault: { kind: 'reset' } }])
  await page.clock.fastForward('00:05')
  await expect(bannerOf(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The device cannot be reached.')
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()

  await page.clock.fastForward('00:05')
  await expect(page.getByText('Attempt 1')).toBeVisible()
  await expect(async () => {
    await page.clock.fastForward('00:05')
    await expect(page.getByText('Attempt 2')).toBeVisible({ timeout: 500 })
  }).toPass()

  await device.setFaults([])
  await expect(async () => {
    await page.clock.fastForward('00:05')
    await expect(page.getByRole('main')).toContainText('e1', { timeout: 500 })
  }).toPass()
  await expect(bannerOf(page)).toBeHidden()
  await expect(page.getByText(/^Attempt/)).toBeHidden()
})

test('a person opens a page of a device that is dead, and all of it is there once it is back', async ({
  page,
  device,
}) => {
  await page.clock.install()
  await openLoggedIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await device.setFaults([{ fault: { kind: 'reset' } }])
  await page.reload()
  await expect(bannerOf(page)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('quay-7')

  await device.setFaults([])
  await expect(async () => {
    await page.clock.fastForward('00:05')
    await expect(page.getByRole('main')).toContainText('quay-7', { timeout: 500 })
  }).toPass()
  await expect(bannerOf(page)).toBeHidden()
})

test('a person who tries again by keyboard keeps the focus, whether the device answers or not', async ({
  page,
  device,
}) => {
  await page.clock.install()
  await openLoggedIn(page)
  await device.setFaults([{ fault: { kind: 'reset' } }])
  await page.goto('/interfaces')
  const retry = page.getByRole('link', { name: 'Try again' })
  await retry.focus()
  const refused = page.waitForResponse('**/interfaces/table')
  await page.keyboard.press('Enter')
  await refused
  await expect(retry).toBeFocused()

  await device.setFaults([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('e1')
  await expect(page.getByRole('main')).toBeFocused()
})

test('trying again for a dead device does not extend a session', async ({ page, device }) => {
  await page.clock.install()
  await openLoggedIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await device.setFaults([{ fault: { kind: 'reset' } }])
  await page.reload()
  await expect(bannerOf(page)).toBeVisible()

  const retry = page.waitForRequest('**/overview/facts')
  await page.clock.fastForward('00:05')
  expect((await retry).headers()['x-portico-poll']).toBe('1')
})

test('12.19 a device that answers HTML can be reached: the fragment says so, and nothing tries again by itself', async ({
  page,
  device,
}) => {
  await page.clock.install()
  await openLoggedIn(page)
  await device.setFaults([{ fault: { kind: 'html' } }])
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText('The device sent an invalid answer.')
  await page.clock.fastForward('00:10')
  await expect(bannerOf(page)).toBeHidden()
  expect(await page.locator('#device-gone-attempt').textContent()).toBe('')
})

test('when the connection itself is lost, what was there stays, and says that it is old', async ({
  page,
  context,
}) => {
  await openInterfaces(page)

  await context.setOffline(true)
  await page.clock.fastForward('00:05')
  await expect(page.getByRole('alert')).toHaveText(
    'This content could not be loaded. Check your network connection.',
  )
  await expect(page.getByText('No new data could be loaded. Trying again…')).toBeVisible()
  await expect(bannerOf(page)).toBeHidden()
  await expect(page.getByRole('main')).toContainText('e1')

  await context.setOffline(false)
  await expect(async () => {
    await page.clock.fastForward('00:05')
    await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(page.getByRole('main')).toContainText('e1')
})

/** With a clock that a test can move: what is asked every few seconds is asked when the test says so. */
async function openInterfaces(page: Page): Promise<void> {
  await page.clock.install()
  await openLoggedIn(page, '/interfaces')
  await expect(page.getByRole('main')).toContainText('e1')
}
