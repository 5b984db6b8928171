import { expect, test } from 'bun:test'
import { sameToken } from './token.ts'

test('X9 tokens are compared by digest, in a time that says nothing of where or in length they differ', async () => {
  expect([
    sameToken('abc', 'abc'),
    sameToken('abc', 'abd'),
    sameToken('abc', 'ab'),
    sameToken('', ''),
  ]).toEqual([true, false, false, true])
  const source = await Bun.file(new URL('token.ts', import.meta.url)).text()
  expect(source).toContain('timingSafeEqual(digest(a), digest(b))')
})

test('X9 no token is compared by any other means', async () => {
  const files = ['src/session/csrf-tokens.ts', 'src/web/guards/csrf.ts']
  for (const file of files)
    expect(await Bun.file(file).text()).not.toMatch(/(token|signature)\w* ===|=== \w*([tT]oken|[sS]ignature)/)
})
