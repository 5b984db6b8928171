import type { Browser, Page } from '@playwright/test'
import { startDemo } from '../../test/browser/demo.ts'
import { DemoDevice } from '../../test/browser/demo-device.ts'
import { findBarriers } from '../../test/browser/measures/barriers.ts'
import { findOverflow, layoutShifts, watchLayoutShifts } from '../../test/browser/measures/layout.ts'
import { looks } from '../../test/browser/measures/looks.ts'
import type { Scene } from '../../test/browser/scenes.ts'
import type { Row } from './print-table.ts'

export interface Case {
  readonly scene: Scene
  readonly language: string
  /** A vendor's folder; none for our own look. */
  readonly theme: string | undefined
}

/** One page in one state: what axe finds, what sticks out, what jumps, and what the browser says, in every look. */
export async function checkScene(browser: Browser, { scene, language, theme }: Case): Promise<Row> {
  const flags = scene.flags ?? ['--login-attempts', 'off']
  const demo = await startDemo([...flags, ...(theme === undefined ? [] : ['--theme', theme])])
  const context = await browser.newContext({ baseURL: demo.url, locale: language, reducedMotion: 'reduce' })
  await watchLayoutShifts(context)
  const said: string[] = []
  context.on('console', (message) => said.push(message.text()))
  context.on('weberror', (webError) => said.push(webError.error().message))

  const page = await context.newPage()
  const closed = await scene.open(page, new DemoDevice(demo.device)).then(() => [], firstLine)
  const shifts = await layoutShifts(page)
  const { barriers, overflow } = await takeLooks(page)
  // A scene may still be answering one of the page's requests.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
  await demo.stop()

  const untolerated = said.filter((text) => !scene.tolerated?.test(text))
  const where = `${scene.name}, ${language}${theme === undefined ? '' : `, ${theme}`}`
  const faults = [
    ...closed,
    ...barriers,
    ...overflow,
    ...untolerated.map((text) => `the browser says: ${text}`),
    ...shifts.map((shift) => `the layout shifts by ${shift}`),
  ]
  return {
    cells: {
      page: scene.name,
      language,
      theme: theme ?? '',
      axe: barriers.length,
      overflow: overflow.length,
      shifts: shifts.length,
      console: untolerated.length,
    },
    faults: faults.map((fault) => `${where}: ${fault}`),
  }
}

/** One page that cannot be opened says so among the others. */
function firstLine(error: unknown): string[] {
  return [`cannot be opened: ${String(error).split('\n')[0]}`]
}

async function takeLooks(page: Page) {
  const barriers: string[] = []
  const overflow: string[] = []
  for (const look of looks) {
    await look.take(page)
    barriers.push(...(await findBarriers(page)).map((barrier) => `${look.name}: ${barrier}`))
    overflow.push(...(await findOverflow(page)).map((element) => `${look.name}: sticks out: ${element}`))
  }
  return { barriers, overflow }
}
