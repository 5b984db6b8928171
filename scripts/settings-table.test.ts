import { expect, test } from 'bun:test'
import { withSettingsTable } from './settings-table.ts'

test("the README's table of settings is that of the code; npm run docs writes it", async () => {
  const readme = await Bun.file('README.md').text()
  expect(readme).toBe(withSettingsTable(readme))
})

test('a README without a place for the table is said to lack it', () => {
  expect(() => withSettingsTable('# Portico')).toThrow('There must be a line')
})
