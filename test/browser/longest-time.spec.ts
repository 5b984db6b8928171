import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

test.use({ flags: ['--absolute-timeout=62s'] })

test('a person whose session reaches its longest time is warned, and offered nothing that would not help', async ({
  page,
}) => {
  await logIn(page)
  const dialog = page.getByRole('dialog')

  await expect(dialog).toContainText(/reaches its longest time and ends in \d+ seconds/)
  await expect(dialog.getByRole('button', { name: 'Stay logged in' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
})
