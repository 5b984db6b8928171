import { chromium } from '@playwright/test'
import { launchOptions } from '../../playwright.config.ts'
import { startTerminal } from '../../test/browser/terminal.ts'
import { startTestDevice } from '../../test/support/device/test-device.ts'
import { startServiceIn } from '../measure/running-service.ts'
import { forEachVersion, type Version } from './versions.ts'

/**
 * Attack 5: a page on another port of the host opens a WebSocket to the terminal of a person who is logged in. Real Chromium,
 * real nginx with the example's configuration.
 */
const found = new Map<string, string>()
await forEachVersion(async (version) => void found.set(version.name, await attack(version)))

console.log('what a foreign page gets from the terminal behind /auth/console')
for (const [version, title] of found)
  console.log(`  ${version.padEnd(8)} ${title === 'root#' ? 'a shell: it reads "root#"' : title}`)
process.exit(found.get('now') === 'refused' ? 0 : 1)

async function attack({ folder }: Version): Promise<string> {
  const device = await startTestDevice()
  const service = await startServiceIn({ checkout: folder, device: device.url })
  const terminal = await startTerminal(service.url)
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(`${terminal.portal}/login`)
    await page.locator('[name=username]').fill('admin')
    await page.locator('[name=password]').fill('admin')
    await page.getByRole('button', { name: /^(Log|Sign) in$/i }).click()
    await page.waitForURL(`${terminal.portal}/`)
    await page.goto(terminal.foreignPage)
    await page.waitForFunction(() => document.title !== 'waiting')
    return await page.title()
  } finally {
    await browser.close()
    await terminal.stop()
    await service.stop()
    await device.stop()
  }
}
