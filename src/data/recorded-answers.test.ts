import { beforeAll, describe, expect, test } from 'bun:test'
import { compile } from 'xspattern'
import { hasRecordings, infixModel, recordings } from '../../test/support/infix-model.ts'
import type { Model, Pattern, SchemaNode } from '../yang/model.ts'
import { applyDifference } from './differences/apply.ts'
import { compareObjects, isSame } from './differences/difference.ts'
import type { Json } from './json/json.ts'
import { dataNodes } from './paths/data-nodes.ts'
import { findPlace } from './paths/find-place.ts'
import type { Place } from './paths/place.ts'
import { pathOf, placeBelow } from './paths/place.ts'
import { compilePattern, matchesPattern } from './patterns/pattern.ts'
import type { DataLeaf } from './tree/data-leaf.ts'
import type { DataNode } from './tree/data-node.ts'
import { DataObject } from './tree/data-node.ts'
import { locate, readAnswer } from './tree/read-answer.ts'
import { writeJson } from './tree/write-json.ts'
import { concreteTypes } from './values/concrete-types.ts'
import { textOf } from './values/value.ts'

if (!hasRecordings) console.log('left out: ../shared is not here, so no recorded answer is read')

describe.skipIf(!hasRecordings)('what real servers answered, held against the models of Infix', () => {
  let model: Model
  beforeAll(() => {
    model = infixModel()
  })

  test('fits its types, but for a password that was masked; nothing is unknown', () => {
    const leaves = recordings('rousette').flatMap(({ name, path, json }) => leavesOf(name, path, json))
    expect(leaves.length).toBeGreaterThan(1_500)
    expect(leaves.filter(({ leaf }) => leaf.value.kind === 'misfit').map(({ leaf }) => leaf.json)).toEqual([
      '$y$MASKED',
    ])
    const unknown = recordings('rousette').flatMap(({ name, path, json }) =>
      unknownIn(read(name, path, json).data),
    )
    // The server's own: it is in no library.
    expect(new Set(unknown)).toEqual(new Set(['ietf-yang-schema-mount:schema-mounts']))
  })

  test('of a server that answers with the node alone is read the same way', () => {
    const misfits = recordings('clixon')
      .flatMap(({ name, path, json }) => leavesOf(name, path, json))
      .filter(({ leaf }) => leaf.value.kind === 'misfit')
      .map(({ leaf }) => leaf.json)
    // Identities of modules that Infix does not run.
    expect(new Set(misfits)).toEqual(new Set(['iana-if-type:ethernetCsmacd', 'clixon-lib:restconf']))
  })

  test('has every leaf at its path, and every path is written as it was read', () => {
    const whole = read('whole', '', recorded('rousette-running-whole')).data
    if (whole.kind !== 'object') throw new Error('no object')
    const leaves = leavesOf('whole', '', whole.json)
    expect(leaves.length).toBeGreaterThan(100)
    for (const { leaf, place } of leaves) {
      const found = findPlace(model, pathOf(place))
      const data = found.kind === 'place' ? locate(whole, found.place) : undefined
      const json = data?.kind === 'leaf-list' ? data.json[0] : data?.kind === 'leaf' && data.json
      expect(json, pathOf(place)).toEqual(leaf.json)
      expect(found.kind === 'place' && pathOf(found.place)).toBe(pathOf(place))
    }
  })

  test('is written as the server wrote it, but for annotations and the module of an identity of its own', () => {
    const bare = (json: unknown) =>
      JSON.parse(JSON.stringify(json).replace(/"infix-system:(bash|clish|false)"/g, '"$1"'))
    for (const { name, path, json } of recordings('rousette')) {
      const { data, isWhole } = read(name, path, json)
      if (isWhole && !JSON.stringify(json).includes('"@'))
        expect(bare(writeJson(data)), name).toEqual(json as Json)
    }
  })

  test('says of a running configuration how it becomes another one, and back', () => {
    const before = read('running', '', recorded('rousette-running-whole')).data
    const after = read('other', '', recorded('rousette-interfaces-state')).data
    if (before.kind !== 'object' || after.kind !== 'object') throw new Error('no objects')
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const applied = new DataObject(model, applyDifference(one, compareObjects(one, other)))
      expect(isSame(compareObjects(applied, other))).toBe(true)
      expect(isSame(compareObjects(one, other))).toBe(false)
    }
  })

  test('tags defaults, and only where the server was asked to', () => {
    const tagged = recordings('rousette').filter(({ path, json, name }) =>
      leavesOf(name, path, json).some(({ leaf }) => leaf.isDefault),
    )
    expect(tagged.map(({ name }) => name)).toEqual([
      'rousette-with-defaults.txt /ietf-system:system/ntp?with-defaults=report-all-tagged',
    ])
  })

  test('all patterns of the models are translated, and agree with a matcher of XML Schema', () => {
    const patterns = patternsOf(model)
    expect(patterns.length).toBeGreaterThanOrEqual(60)
    const skipped = patterns.filter(({ text }) => compilePattern(text).kind === 'skipped')
    expect(skipped.map(({ text }) => text)).toEqual([])
    const leaves = recordings('rousette').flatMap(({ name, path, json }) => leavesOf(name, path, json))
    const texts = [...new Set(textsOf(leaves))].filter(({ length }) => length < 40).slice(0, 60)
    const disagreements = patterns.flatMap((pattern) => {
      const matches = oracleOf(pattern.text)
      if (!matches) return []
      const ours = (text: string) => matchesPattern(text, { ...pattern, isInverted: false })
      return texts.filter((text) => ours(text) !== matches(text)).map((text) => `${pattern.text} on ${text}`)
    })
    expect(disagreements).toEqual([])
  })

  function recorded(file: string): unknown {
    const found = recordings('rousette').find(({ name }) => name.startsWith(file))
    if (!found) throw new Error(`no recording ${file}`)
    return found.json
  }

  function read(name: string, path: string, json: unknown) {
    const found = findPlace(model, path)
    if (found.kind === 'bad-path') throw new Error(`${name}: ${found.code}`)
    const answer = readAnswer(model, found.place, json as Json)
    if (answer.kind !== 'data') throw new Error(`${name}: ${answer.kind}`)
    return { data: answer.data, place: found.place, isWhole: found.place === undefined }
  }

  function leavesOf(name: string, path: string, json: unknown) {
    const { data, place } = read(name, path, json)
    return [...leavesIn(data, place)]
  }
})

interface PlacedLeaf {
  readonly leaf: DataLeaf
  readonly place: Place | undefined
}

function* leavesIn(data: DataNode, place: Place | undefined): Generator<PlacedLeaf> {
  switch (data.kind) {
    case 'leaf':
      return yield { leaf: data, place }
    case 'leaf-list':
      return yield* data.items.map((leaf) => ({ leaf, place: placeOfValue(leaf, place) }))
    case 'object':
      for (const [node, child] of data.children) yield* leavesIn(child, placeBelow(place, node))
      return
    case 'list':
      for (const index of data.json.keys()) {
        const entry = data.entry(index)
        if (entry.kind === 'object') yield* leavesIn(entry, placeBelow(place?.parent, data.node, entry.keys))
      }
  }
}

function placeOfValue({ node, value }: DataLeaf, place: Place | undefined): Place {
  return placeBelow(place?.parent, node, value.kind === 'misfit' ? [] : [value])
}

function unknownIn(data: DataNode): readonly string[] {
  if (data.kind === 'object')
    return [...data.unknown.keys(), ...[...data.children.values()].flatMap(unknownIn)]
  return data.kind === 'list' ? [...data.json.keys()].flatMap((index) => unknownIn(data.entry(index))) : []
}

function patternsOf(parent: Model | SchemaNode): readonly Pattern[] {
  const own = 'roots' in parent ? [] : concreteTypes(parent.type)
  const patterns = own.flatMap((type) => (type.base === 'string' ? type.patterns : []))
  const all = [...patterns, ...dataNodes(parent).flatMap(patternsOf)]
  return [...new Map(all.map((pattern) => [pattern.text, pattern])).values()]
}

function textsOf(leaves: readonly PlacedLeaf[]): readonly string[] {
  return leaves.flatMap(({ leaf }) => (leaf.value.kind === 'misfit' ? [] : [textOf(leaf.value)]))
}

/** Undefined for the few patterns that are no XML Schema. */
function oracleOf(pattern: string) {
  try {
    return compile(pattern)
  } catch {
    return undefined
  }
}
