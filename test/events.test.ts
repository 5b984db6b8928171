import { expect, test } from 'bun:test'
import { Glob } from 'bun'

test('L3 docs/events.md names every event of the log, and no other', async () => {
  const table = await Bun.file('docs/events.md').text()
  const told = [...table.matchAll(/^\| `([a-z-]+\.[a-z-]+)` \|/gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual(await eventsInTheCode())
})

async function eventsInTheCode(): Promise<string[]> {
  const files = [...new Glob('src/**/*.ts').scanSync()].filter((path) => !path.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((path) => Bun.file(path).text()))
  const names = texts.flatMap((text) => [...text.matchAll(logged)].map(([, name = '']) => name))
  return [...new Set(names)].toSorted()
}

/** `log.warn('event'`, `c.get('log').warn('event'`, and our own logger's `logger.error({ … }, 'event'`. */
const logged =
  /\blog(?:ger)?(?:'\))?\s*\.(?:debug|info|warn|error)\((?:\{[^{}]*\}, )?\s*'([a-z-]+\.[a-z-]+)'/g
