import { expect, test } from './fixtures.ts'
import { logIn, logOut, openLoggedIn } from './log-in.ts'
import { findBarriers } from './measures/barriers.ts'
import { findOverflow } from './measures/layout.ts'
import { endElsewhere } from './session.ts'

const link = '/data/ietf-interfaces:interfaces/interface=e1'
const sentence = 'You followed a link to this page before you logged in:'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a colleague whose session has ended follows a link to one interface, logs in, and is one click away from it', async ({
      page,
      context,
    }) => {
      await openLoggedIn(page)
      await endElsewhere(page)
      await page.close()

      const tab = await context.newPage()
      await tab.goto(link)
      await expect(tab).toHaveURL('/login')
      await logIn(tab)
      await expect(tab).toHaveURL('/')
      const notice = tab.locator('.note', { hasText: sentence })
      await expect(notice).toContainText(link)
      await notice.getByRole('link', { name: 'Open it' }).click()
      await expect(tab).toHaveURL((url) => url.pathname === link)
      await expect(tab.getByRole('heading', { level: 1 })).toContainText('e1')

      await tab.goto('/')
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(tab.getByText(sentence)).toHaveCount(0)
    })
  })
}

test('a person who reloads a page after the session has ended is offered it once, not twice', async ({
  page,
}) => {
  await openLoggedIn(page, link)
  await endElsewhere(page)
  await page.reload()
  await logIn(page)
  await expect(page.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', link)
  await expect(page.getByText('Go back to the page')).toHaveCount(0)
})

test('a person who logs out is not offered the page of the link they followed', async ({ page }) => {
  await openLoggedIn(page)
  await endElsewhere(page)
  await page.goto(link)
  await logIn(page)
  await expect(page.getByText(sentence)).toBeVisible()
  await logOut(page)
  await logIn(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(sentence)).toHaveCount(0)
})

test('a link as long as is kept fits into a narrow window, and axe finds no barrier', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openLoggedIn(page)
  await endElsewhere(page)
  await page.goto(`${link}?filter=${'x'.repeat(900)}`)
  await logIn(page)
  await expect(page.getByText(sentence)).toBeVisible()
  expect(await findOverflow(page)).toEqual([])
  expect(await findBarriers(page)).toEqual([])
})
