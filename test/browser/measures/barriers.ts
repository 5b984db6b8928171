import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What on the page breaks WCAG 2.2 AA, as far as axe can tell: the rule and where. */
export async function findBarriers(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).withTags(wcag22aa)
  // Without it, axe opens a page of its own for each result: only frames of other sites need that, and there are none.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
