import type { Page } from '@playwright/test'

/** A way to look at a page that is open already. */
export interface Look {
  readonly name: string
  readonly take: (page: Page) => Promise<void>
}

export const looks: readonly Look[] = [
  look('light', { width: 1280, height: 720 }),
  look('dark', { width: 1280, height: 720 }, { colorScheme: 'dark' }),
  look('forced colours', { width: 1280, height: 720 }, { forcedColors: 'active' }),
  look('320 px', { width: 320, height: 640 }),
  // 1280 by 1024 pixels, four times as large.
  look('400 %', { width: 320, height: 256 }, { colorScheme: 'dark' }),
  {
    name: 'right to left',
    async take(page) {
      await look('', { width: 1280, height: 720 }).take(page)
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    },
  },
  {
    name: 'right to left, 320 px',
    async take(page) {
      await look('', { width: 320, height: 640 }).take(page)
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    },
  },
]

type Media = Parameters<Page['emulateMedia']>[0]

function look(name: string, viewport: { width: number; height: number }, media?: Media): Look {
  return {
    name,
    async take(page) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media })
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
    },
  }
}
