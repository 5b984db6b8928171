import { findCommand } from '../../scripts/find-command.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'
import { startTerminal, type Terminal } from './terminal.ts'

test.skip(findCommand(['nginx']) === undefined, 'nginx is not installed')
test.use({ ignoreHTTPSErrors: true, tolerated: [/WebSocket connection to .* failed|status of 404/] })

let terminal: Terminal
test.beforeEach(async ({ service }) => {
  terminal = await startTerminal(service.url)
})
test.afterEach(() => terminal.stop())

test('(5) a page of another port opens no WebSocket to the terminal of a person who is logged in; the terminal’s own page does', async ({
  page,
}) => {
  await page.goto(`${terminal.portal}/login`)
  await logIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')

  await page.goto(terminal.page)
  await expect(page).toHaveTitle('root#')
  await page.goto(terminal.foreignPage)
  await expect(page).toHaveTitle('refused')
})

test('(5) without a session the terminal leads to the login page', async ({ page }) => {
  const answer = await page.request.get(terminal.page, { maxRedirects: 0 })
  expect(answer.status()).toBe(303)
})
