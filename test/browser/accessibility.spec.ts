import { expect, test } from './fixtures.ts'
import { findBarriers } from './measures/barriers.ts'
import { findOverflow } from './measures/layout.ts'
import { looks } from './measures/looks.ts'
import { openInterfaces, scenes } from './scenes.ts'

/** `npm run quality` looks at every state in every language and theme; these are the ones that differ most. */
const chosenScenes = [
  'login-error',
  'overview',
  'interfaces',
  'data-open',
  'data-list',
  'sessions',
  'user-menu',
  'problem',
  'not-found',
]
const chosenLooks = looks.filter(({ name }) => ['light', '400 %', 'right to left, 320 px'].includes(name))
/** The other looks differ from these in their layout only: `400 %` is dark, too. */
const looksForAxe = ['light', '400 %']

for (const scene of scenes.filter(({ name }) => chosenScenes.includes(name))) {
  test.describe(scene.name, () => {
    test.use({ tolerated: scene.tolerated ? [scene.tolerated] : [], reducedMotion: 'reduce' })

    test('axe finds no barrier, and nothing sticks out of the page', async ({ page, device }) => {
      if (scene.name === 'interfaces') await openInterfaces(page, 3)
      else await scene.open(page, device)
      for (const look of chosenLooks) {
        await look.take(page)
        if (looksForAxe.includes(look.name)) expect(await findBarriers(page), look.name).toEqual([])
        expect(await findOverflow(page), look.name).toEqual([])
      }
    })
  })
}
