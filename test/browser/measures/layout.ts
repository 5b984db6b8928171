import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShifts?: string[]
  }
}

/** Chromium's own; TypeScript does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

/** From now on the pages of the window note each time that their content jumps by itself. */
export async function watchLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: string[] = []
    window.layoutShifts = shifts
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 60) : (node?.nodeName ?? 'something gone')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        shifts.push(`${value.toFixed(4)}: ${sources.map(({ node }) => nameOf(node)).join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** How far the content of this page has jumped, and what of it did. A page should have none. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => window.layoutShifts ?? [])
}

/** What sticks out of the page sideways, so that a person had to scroll in two directions to read. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > clientWidth + 1 || left < -1)
    })
    return [
      `${scrollWidth} px of page in ${clientWidth}`,
      ...out.slice(0, 3).map((element) => element.outerHTML.slice(0, 80)),
    ]
  })
}
