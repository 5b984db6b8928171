import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'

test('a person who watches the interfaces sees what they carry, and hears it described', async ({ page }) => {
  await page.clock.install()
  await openLoggedIn(page, '/interfaces')
  const row = page.getByRole('row', { name: /^e1 / })
  await expect(row.getByRole('cell', { name: /GB/ }).first()).toBeVisible()
  await expect(row.getByRole('img')).toHaveCount(0)

  for (let refresh = 0; refresh < 3; refresh++) {
    const answered = page.waitForResponse('**/interfaces/table')
    await page.clock.runFor(5_000)
    await answered
  }

  const received = row.getByRole('img', {
    name: /^Received: now [\d.]+ [kM]?bit\/s, peak [\d.]+ [kM]?bit\/s$/,
  })
  await expect(received).toBeVisible()
  await expect(row).toContainText(/[\d.]+ [kM]?bit\/s/)
})
