import { expect, test } from './fixtures.ts'
import { openLoggedIn } from './log-in.ts'
import { layoutShifts, watchLayoutShifts } from './measures/layout.ts'

test('(23) on a machine that takes long to draw a page, nothing in it moves', async ({ page, context }) => {
  await watchLayoutShifts(context)
  await openLoggedIn(page)
  const machine = await context.newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: 11 })
  for (const path of ['/sessions', '/about', '/sessions', '/about']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await layoutShifts(page), path).toEqual([])
  }
})
