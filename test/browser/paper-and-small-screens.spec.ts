import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logIn, openLoggedIn } from './log-in.ts'

const pages = ['/', '/interfaces', '/sessions', '/about']

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, locale: 'de' })

  test('(23) a load and its minutes stay on their lines, and addresses break between their groups', async ({
    page,
    device,
  }) => {
    await logIn(page)
    const loads = page.locator('.loads dt, .loads dd')
    await loads.first().waitFor()
    const lines = await loads.evaluateAll((parts) => parts.map((part) => part.getClientRects().length))
    expect(lines).toEqual(Array(6).fill(1))
    const heights = await loads.evaluateAll((parts) => parts.map((part) => part.clientHeight))
    expect(new Set(heights).size).toBe(1)

    const ip = '2001:db8:1234:5678:9abc:def0:1234:5678'
    const entry = { name: 'e1', 'ietf-ip:ipv6': { address: [{ ip, 'prefix-length': 64 }] } }
    const body = { 'ietf-interfaces:interfaces': { interface: [entry] } }
    await device.setFaults([{ fault: { kind: 'body', body } }])
    await page.goto('/interfaces')
    const address = page.locator('.addresses bdi')
    await expect(address).toHaveText(`${ip}/64`)
    expect(await address.evaluate(linesOf)).toEqual([expect.stringMatching(/:$/), expect.any(String)])
  })
})

/** The text of each line, as it is laid out. */
function linesOf(element: Element): string[] {
  const lines = new Map<number, string>()
  for (const node of element.childNodes) {
    for (let at = 0; at < (node.textContent ?? '').length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      lines.set(top, (lines.get(top) ?? '') + range.toString())
    }
  }
  return [...lines.values()]
}

for (const locale of ['en', 'de', 'sv']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('no word overflows, be the page 320, 390 or 1280 pixels wide', async ({ page }) => {
      await logIn(page)
      await page.waitForURL('/')
      for (const path of pages) {
        await page.goto(path)
        await expect(page.locator('.fragment-wait')).toHaveCount(0)
        await atEachWidth(page, async (width) => {
          expect(await strays(page), `${path}, ${width} pixels wide`).toEqual([])
        })
      }
      await page.locator('.user-menu summary').click()
      await atEachWidth(page, async (width) => {
        expect(await strays(page), `the user menu, ${width} pixels wide`).toEqual([])
        expect(await page.locator('#idle-limit').evaluate(isCutOff), 'the idle limit').toBe(false)
      })
    })
  })
}

test('a person prints the overview: what it says, without what one could click', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await openLoggedIn(page)
  await expect(page.getByRole('main')).toContainText('quay-7')

  await expect(page.locator('.menu')).toBeHidden()
  await expect(page.locator('.user-menu')).toBeHidden()
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(paper).toBe('rgb(255, 255, 255)')
})

test('where a person wants no motion, nothing moves by itself', async ({ page, device }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLoggedIn(page)
  await device.setFaults([{ fault: { kind: 'hang' } }])
  await page.goto('/interfaces')
  await expect(page.locator('.fragment-wait')).toBeVisible()

  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === Infinity)
        .length,
  )
  expect(moving).toBe(0)
})

test('in forced colours the page that is open and the chosen theme are still marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openLoggedIn(page)
  const border = (element: Element) => getComputedStyle(element).borderTopWidth
  expect(await page.getByRole('link', { name: 'Overview', exact: true }).last().evaluate(border)).toBe('1px')

  await page.getByLabel('User menu').click()
  const background = (element: Element) => getComputedStyle(element).backgroundColor
  const chosen = await page.getByRole('button', { name: 'Auto' }).evaluate(background)
  expect(await page.getByRole('button', { name: 'Dark' }).evaluate(background)).not.toBe(chosen)
})

async function atEachWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await look(width)
  }
}

/** The words that stick out of the column, the cell or the card they belong to. */
function strays(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const places = '.card dt, .card dd, .table tr, .table th, .user-panel'
    const isIn = (box: DOMRect, word: DOMRect) => word.width <= 1 || word.right <= box.right + 1
    return [...document.querySelectorAll(places)].flatMap((place) => {
      const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      const found: (string | null)[] = []
      while (words.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(words.currentNode)
        const isUnseen = words.currentNode.parentElement?.closest('.unseen, thead, select')
        if (!isUnseen && !isIn(place.getBoundingClientRect(), range.getBoundingClientRect()))
          found.push(words.currentNode.textContent)
      }
      return found
    })
  })
}

/** A closed list shows no more of its choice than it has room for, and says nothing of the rest. */
function isCutOff(select: Element): boolean {
  if (!(select instanceof HTMLSelectElement)) return false
  const ARROW = 20
  const { font, paddingInlineStart } = getComputedStyle(select)
  const paper = document.createElement('canvas').getContext('2d')
  if (!paper) return false
  paper.font = font
  const text = paper.measureText(select.selectedOptions[0]?.text ?? '').width
  return text > select.clientWidth - 2 * Number.parseFloat(paddingInlineStart) - ARROW
}
