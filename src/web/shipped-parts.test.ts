import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { shippedParts } from './shipped-parts.ts'

const parts = shippedParts()

test('whatever the service is made of is named, with its version and its licence', () => {
  const names = parts.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
  for (const { name, version, licence } of parts) {
    expect(existsSync(`node_modules/${name}/package.json`), name).toBe(true)
    expect(version).toMatch(/^\d+\.\d+/)
    expect(licence, name).toMatch(/^[\w.-]{3,}$/)
  }
})

test('tools that only develop it are not', () => {
  const names = parts.map(({ name }) => name)
  for (const name of Object.keys(manifest.devDependencies)) expect(names).not.toContain(name)
  expect(names.filter((name) => name.startsWith('@oven/'))).toEqual([])
})
