import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

const username = (page: Page) => page.getByLabel('Username')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: /^Log(ging)? in/ })

test('in a background tab the cursor is set when the tab is shown', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expect(username(page)).not.toBeFocused()

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(username(page)).toBeFocused()
})

test('a person who mistyped the password reads so with the field, and types only the password again', async ({
  page,
}) => {
  await logIn(page, 'admin', 'wrong')

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password.')
  await expect(username(page)).toHaveValue('admin')
  await expect(password(page)).toHaveValue('')
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveAccessibleDescription('Invalid username or password.')

  await page.keyboard.type('a')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.type('dmin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('a person looks at the password they type, and it is hidden again when it is sent', async ({ page }) => {
  await page.goto('/login')
  await password(page).fill('wrong')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await expect(password(page)).toBeFocused()

  await noteAtSubmit(page, () => document.querySelector('input#password')?.getAttribute('type'))
  await username(page).fill('admin')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await noted(page)).toBe('password')
})

test('a person whose Caps Lock is on reads so, and nothing moves', async ({ page }) => {
  await page.goto('/login')
  await password(page).focus()
  const before = await submit(page).boundingBox()

  await password(page).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText('Caps Lock is on.')).toBeVisible()
  expect(await submit(page).boundingBox()).toEqual(before)

  await password(page).dispatchEvent('keyup', { key: 'a', modifierCapsLock: false })
  await expect(page.getByText('Caps Lock is on.')).toHaveCount(0)
})

test('the button says that the login is under way, and a second click sends nothing', async ({ page }) => {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts++
  })
  await page.goto('/login')
  await noteAtSubmit(page, () => {
    document.querySelector<HTMLButtonElement>('#submit')?.click()
    return document.querySelector('#submit')?.textContent
  })
  await username(page).fill('admin')
  await password(page).fill('admin')
  await submit(page).click()

  await expect(page).toHaveURL('/')
  expect(await noted(page)).toBe('Logging in…')
  expect(posts).toBe(1)
})

test('with cookies allowed, on localhost, no warning is shown, and the check leaves no cookie behind', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expect(page.getByText('Your browser blocks cookies.')).toBeHidden()
  await expect(page.getByText('This connection is not encrypted.')).toHaveCount(0)
  expect(await page.context().cookies()).toEqual([])
})

test('a person who has blocked cookies reads so before they try', async ({ service }, info) => {
  const profile = info.outputPath('profile')
  mkdirSync(`${profile}/Default`, { recursive: true })
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(`${profile}/Default/Preferences`, JSON.stringify(blocked))
  const browser = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: service.url })

  const page = await browser.newPage()
  await page.goto('/login')
  await expect(page.getByText('Your browser blocks cookies.')).toBeVisible()
  await expect(username(page)).toBeFocused()
  await browser.close()
})

test.describe('over plain HTTP', () => {
  // As a name on the network would: the browser reaches the service through a proxy that is the service.
  test.use({
    proxy: async ({ service }, use) => use({ server: service.url }),
    baseURL: 'http://router.local',
    tolerated: [/^error: The Cross-Origin-Opener-Policy header has been ignored/],
  })

  test('a person is warned that others could read along, and can log in all the same', async ({ page }) => {
    await logIn(page, 'admin', 'wrong')
    await expect(page.getByText('This connection is not encrypted.')).toBeVisible()

    await password(page).fill('admin')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('http://router.local/')
    await expect(page.getByRole('main')).toContainText('quay-7')
  })
})

/** A page that is being left cannot be inspected from outside: it writes down itself what it looks like. */
async function noteAtSubmit(page: Page, look: () => string | null | undefined): Promise<void> {
  await page.evaluate(`addEventListener('submit', () => {
    if (!sessionStorage.noted) { sessionStorage.noted = '-'; sessionStorage.noted = (${look})() }
  })`)
}

function noted(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('noted'))
}
