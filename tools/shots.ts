import { mkdirSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { launchOptions } from '../playwright.config.ts'
import { findCommand } from '../scripts/find-command.ts'
import { type Demo, startDemo } from '../test/browser/demo.ts'
import { DemoDevice } from '../test/browser/demo-device.ts'
import { type Scene, scenes } from '../test/browser/scenes.ts'

const pngquant = findCommand(['pngquant'])
if (!pngquant) throw new Error('pngquant is missing: install it with "apt-get install pngquant"')

const folder = 'docs/screenshots'
const screens = { '': { width: 1280, height: 680 }, '-phone': { width: 390, height: 780 } }

const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name, isPictured = true }) =>
  wanted.length === 0 ? isPictured : wanted.includes(name),
)
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch(launchOptions)
for (const scene of chosen) {
  const demo = await startDemo(scene.flags ?? ['--login-attempts', 'off'])
  await shoot(scene, browser, demo).finally(demo.stop)
}
await browser.close()

/** One scene in every light and on every screen, under names that stay. */
async function shoot(scene: Scene, browser: Browser, { url, device }: Demo): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [suffix, viewport] of Object.entries(screens)) {
      const look = { colorScheme, viewport, baseURL: url, reducedMotion: 'reduce' } as const
      const context = await browser.newContext(look)
      const page = await context.newPage()
      await scene.open(page, new DemoDevice(device))
      save(await page.screenshot(), `${folder}/${scene.name}-${colorScheme}${suffix}.png`)
      await context.close()
      await new DemoDevice(device).reset()
    }
  }
  console.log(scene.name)
}

/** With at most 256 colours: a third of the bytes, for a page made of a few. */
function save(png: Buffer, file: string): void {
  const command = [String(pngquant), '256', '--nofs', '--strip', '--force', '--output', file, '-']
  const { exitCode, stderr } = Bun.spawnSync(command, { stdin: png })
  if (exitCode !== 0) throw new Error(`pngquant: ${stderr}`)
}
