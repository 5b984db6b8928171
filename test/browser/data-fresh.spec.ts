import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'
import { readSession } from './session.ts'

const harbour = '/data/harbour:harbour'

test('a page that is kept fresh is drawn again only when something changed, and keeps what is open and focused', async ({
  page,
  device,
}) => {
  await page.clock.install()
  const show = (name: string) =>
    device.setFaults([
      {
        fault: { kind: 'body', body: { 'harbour:harbour': { name, unlocode: 'XXOLD' } } },
        on: { resource: 'harbour:harbour' },
      },
    ])
  await show('Old Harbour')
  await openLoggedIn(page, `${harbour}?fresh=5`)
  const info = page.locator('.data-fields .data-info').first()
  await info.locator('summary').click()
  const link = page.locator('.data-fields a', { hasText: 'unlocode' })
  await link.focus()
  await link.evaluate((element) => element.setAttribute('data-test', 'the same'))
  await page.evaluate(() => scrollTo(0, 40))
  const { idleExpiresAt } = await readSession(page)
  const scrolled = await page.evaluate(() => scrollY)

  expect(await nextAnswer(page)).toBe(204)
  await expect(link).toHaveAttribute('data-test', 'the same')

  await show('New Harbour')
  expect(await nextAnswer(page)).toBe(200)
  await expect(page.locator('.data-fields')).toContainText('New Harbour')
  await expect(link).not.toHaveAttribute('data-test')
  await expect(link).toBeFocused()
  await expect(info).toHaveAttribute('open')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  expect((await readSession(page)).idleExpiresAt).toEqual(idleExpiresAt)
})

test('a hidden tab does not ask the device', async ({ page, device }) => {
  await page.clock.install()
  await openLoggedIn(page, `${harbour}/tide?fresh=5`)
  await page.locator('.data-table').waitFor()
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
  )
  const before = (await device.readJournal()).length
  await page.clock.runFor(20_000)
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
  expect(await nextAnswer(page)).toBeLessThan(300)
  expect((await device.readJournal()).length).toBe(before + 1)
})

/** What the page is told the next time it asks by itself. */
async function nextAnswer(page: Page): Promise<number> {
  const answered = page.waitForResponse(
    (answer) => answer.request().headers()['x-portico-poll'] === '1' && answer.url().includes(harbour),
  )
  await page.clock.runFor(5_000)
  return (await answered).status()
}
