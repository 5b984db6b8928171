import { expect, test } from './fixtures.ts'
import { logIn, logOut, openLoggedIn } from './log-in.ts'
import { endElsewhere } from './session.ts'

test.use({ tolerated: [/status of 401/] })

const ended = 'Your session has ended. Please log in again.'

test('a person sends a form after the session ended elsewhere, logs in again, and is offered the page', async ({
  page,
}) => {
  await openLoggedIn(page, '/sessions')
  const send = page.getByRole('main').getByRole('button').first()
  await expect(send).toBeVisible()
  await endElsewhere(page)

  await send.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('status')).toBeVisible()

  await logIn(page)
  await expect(page).toHaveURL('/')
})

test('a page that refreshes itself finds the session ended, and leads to the login page and back', async ({
  page,
}) => {
  await openLoggedIn(page, '/interfaces')
  await expect(page.getByRole('main')).toContainText('e1')
  await endElsewhere(page)

  await expect(page).toHaveURL('/login', { timeout: 15_000 })
  await expect(page.getByRole('status')).toHaveText(ended)
  await expect(page.locator('.topbar')).toHaveCount(0)

  await logIn(page)
  await expect(page).toHaveURL('/')
  await page.getByRole('status').getByRole('link', { name: 'Interfaces' }).click()
  await expect(page).toHaveURL('/interfaces')
  await expect(page.getByRole('main')).toContainText('e1')
  await expect(page.getByRole('main').getByRole('link', { name: 'Interfaces', exact: true })).toHaveCount(0)
})

test('a person who asks for a page after the session ended is offered the page they asked for', async ({
  page,
}) => {
  await openLoggedIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  await endElsewhere(page)
  await page.getByRole('link', { name: 'Interfaces' }).click()
  await expect(page.getByRole('status')).toHaveText(ended)

  await logIn(page)
  const offer = page.locator('.aside', { hasText: 'Go back to the page you were on:' })
  await expect(offer.getByRole('link', { name: 'Interfaces' })).toHaveAttribute('href', '/interfaces')

  await offer.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(offer).toHaveCount(0)
})

test('a person is not offered the page that another user was on', async ({ page }) => {
  await openLoggedIn(page, '/interfaces')
  await endElsewhere(page)
  await page.reload()

  await logIn(page, 'guest')
  await expect(page.getByLabel('User menu')).toContainText('guest')
  await expect(page.getByText('Go back to the page')).toHaveCount(0)
})

test('a person who logged out is offered nothing', async ({ page }) => {
  await openLoggedIn(page, '/interfaces')
  await logOut(page)

  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Go back to the page')).toHaveCount(0)
})

test('a password that is changed on the device ends the session, and the login page says why', async ({
  page,
  device,
}) => {
  await openLoggedIn(page, '/interfaces')
  await expect(page.getByRole('main')).toContainText('e1')

  await device.setAccounts([{ name: 'admin', password: 'another' }])

  await expect(page).toHaveURL('/login', { timeout: 15_000 })
  await expect(page.getByRole('status')).toHaveText(
    'The device no longer accepts your password. Please log in again.',
  )
  await logIn(page, 'admin', 'another')
  await expect(page).toHaveURL('/')
})

test('12.12 a person whose browser got a second session cookie from another application is told so, and gets past it', async ({
  page,
  context,
}) => {
  await openLoggedIn(page)
  const { hostname } = new URL(page.url())
  await context.addCookies([{ name: 'session', value: 'tossed', domain: hostname, path: '/interfaces' }])
  await page.goto('/interfaces')
  await expect(page.getByRole('status')).toContainText('two different session cookies')

  await logIn(page)
  await page.waitForURL('/')
  await page.goto('/interfaces')
  await expect(page.getByRole('main')).toContainText('e1')
})
