import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test.describe('a person in India', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test("reads times on their own clock, and the device's beside them", async ({ page }) => {
    await openLoggedIn(page)
    const clock = page.locator('time[data-beside]').first()
    const iso = (await clock.getAttribute('datetime')) ?? ''
    const here = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Kolkata' })

    await expect(clock).toContainText(here.format(new Date(iso)))
    await expect(clock).toContainText(/device time: .*UTC/)
  })

  test('reads when they logged in on their own clock', async ({ page }) => {
    await openLoggedIn(page, '/sessions')
    const started = page.locator('time').first()
    const iso = (await started.getAttribute('datetime')) ?? ''
    const here = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })

    await expect(started).toContainText(here.format(new Date(iso)))
  })
})

test.describe('a person on the same clock as the device', () => {
  test.use({ timezoneId: 'UTC' })

  test('reads each time once', async ({ page }) => {
    await openLoggedIn(page)
    await expect(page.locator('time').first()).toHaveText(/\d\d:\d\d:\d\d UTC$/)
  })
})
