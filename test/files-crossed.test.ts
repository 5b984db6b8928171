import { expect, test } from 'bun:test'
import { filesCrossed, limits } from '../tools/files-crossed/count-files.ts'

test('a login, a page, a fragment and a logout cross few files of src/', async () => {
  const crossed = await filesCrossed(process.cwd())
  for (const deed of ['login', 'page', 'fragment', 'logout'] as const) {
    console.log(`${deed}: ${crossed[deed].length} files, at most ${limits[deed]}`)
    expect(crossed[deed].length, crossed[deed].join('\n')).toBeLessThanOrEqual(limits[deed])
  }
})
