import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test.use({ flags: ['--absolute-timeout=62s'] })

test('a person whose session cannot be extended is told when it ends, and is not offered to stay', async ({
  page,
}) => {
  await openLoggedIn(page)
  const dialog = page.getByRole('dialog')

  const sentence = /^Your session will end at \d\d:\d\d:\d\d and can't be extended\.$/
  await expect(dialog.getByRole('timer')).toHaveText(sentence)
  await expect(dialog.getByRole('button', { name: 'Stay logged in' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
})
