import { defineConfig, devices } from '@playwright/test'
import { chromiumCommands, findChromium, headlessShellCommands } from './scripts/find-chromium.ts'
import { findCommand } from './scripts/find-command.ts'

const chromium = findChromium()
if (!chromium) throw new Error(`Browser tests need one of ${chromiumCommands.join(', ')} on the PATH.`)

/** Chromium has no sandbox for root. Everybody else keeps it. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Otherwise Chromium starts a spare process for each page: a sixth of all the time that these tests take.
  '--renderer-process-limit=1',
]

export const launchOptions = { executablePath: chromium, args: [...quiet, ...sandbox] }

/** Where Debian's headless shell is there, most tests take it: for them it takes little more than half of the time. */
const lightOptions = {
  ...launchOptions,
  executablePath: findCommand(headlessShellCommands) ?? chromium,
}

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  forbidOnly: true,
  retries: 0,
  // On a busy machine a page takes its time; what a test waits for is that it comes, not when.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // Tests of one file run at the same time, too: each worker has a service of its own.
  fullyParallel: true,
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: devices['Desktop Chrome'],
  projects: [
    { name: 'chromium', testIgnore: 'back-button.spec.ts', use: { launchOptions: lightOptions } },
    {
      // Playwright switches off what people's browsers have on: pages kept alive for the Back button.
      name: 'chromium that keeps pages alive',
      testMatch: 'back-button.spec.ts',
      use: { launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] } },
    },
  ],
})
