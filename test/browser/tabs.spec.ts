import { expect, test } from './fixtures.ts'
import { logIn, logOut } from './log-in.ts'

test('a person with two tabs logs out in one, and the other shows the login page too', async ({
  page,
  context,
}) => {
  await logIn(page)
  const other = await context.newPage()
  await other.goto('/interfaces')
  await expect(other.getByRole('main')).toContainText('e1')

  await logOut(page)

  await expect(other).toHaveURL('/login')
  await expect(other.getByRole('status')).toHaveText('You are logged out.')
  await expect(other.locator('body')).not.toContainText('e1')
})

test('a person logs out by a request that the other tab does not notice, and clicks in that tab', async ({
  page,
}) => {
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')
  const csrf = await page.locator('meta[name="csrf-token"]').getAttribute('content')
  await page.request.post('/logout', { form: { csrf: csrf ?? '' }, maxRedirects: 0 })

  await page.getByRole('link', { name: 'Interfaces' }).click()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a person with two tabs at the login page logs in in one, and the other opens the overview', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(page)

  await expect(page.getByRole('main')).toContainText('quay-7')
  await expect(other).toHaveURL('/')
  await expect(other.getByRole('main')).toContainText('quay-7')
})

test('when somebody else logs in in the next tab, this one shows who', async ({ page, context }) => {
  await logIn(page)
  await expect(page.getByLabel('User menu')).toContainText('admin')

  await logIn(await context.newPage(), 'guest')

  await expect(page.getByLabel('User menu')).toContainText('guest')
})
