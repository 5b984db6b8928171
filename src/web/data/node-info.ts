import type { Identity, Model, Range, SchemaNode, Type } from '../../yang/model.ts'
import { fill, type Texts } from '../texts/languages.ts'
import type { NodeInfo } from '../views/data-views.ts'
import { showInvisible } from './invisible.ts'

const MAX_LISTED = 300
const MAX_DESCRIPTION = 4_000
const MAX_FACTS = 60
const MAX_FACT = 8_000

export interface InfoOptions {
  readonly model: Model
  readonly text: Texts
}

/** What the model says about a node. */
export function infoOf(node: SchemaNode, path: string, { model, text }: InfoOptions): NodeInfo {
  const words = text.data.info
  const facts = [
    words.kinds[node.kind],
    ...useFacts(node, text),
    ...(node.isKey ? [words.key] : []),
    ...(node.mandatory && !node.isKey ? [words.mandatory] : []),
    ...(node.type ? typeFacts(node.type, text) : []),
    ...(node.units ? [fill(words.units, { units: node.units })] : []),
    ...(node.defaults.length > 0 ? [fill(words.default, { value: node.defaults.join(', ') })] : []),
    ...listFacts(node, text),
    ...(node.presence ? [fill(words.presence, { meaning: node.presence })] : []),
    ...(node.status === 'current' ? [] : [words.statuses[node.status]]),
    ...node.whens.map((when) => fill(words.when, { condition: when.text })),
    ...node.musts.map((must) => fill(words.must, { condition: must.text })),
    ...(node.access ? [words.access[node.access]] : []),
    ...originFacts(node, { model, text }),
  ]
  const description = describe(node)
  const summary = firstSentence(description)
  return {
    summary,
    description: summary === description ? undefined : description,
    facts: facts
      .slice(0, MAX_FACTS)
      .map((fact) => showInvisible(fact.length > MAX_FACT ? `${fact.slice(0, MAX_FACT)}…` : fact)),
    path,
  }
}

/** What an operation or a notification is, and carries, is neither. */
function useFacts({ use, kind }: SchemaNode, { data: { info } }: Texts): string[] {
  if (use === 'rw') return [info.configuration]
  return use === 'ro' && kind !== 'rpc' && kind !== 'action' ? [info.state] : []
}

function describe({ description }: SchemaNode): string | undefined {
  const start = description?.replace(/[ \t]+/g, ' ').trim()
  const text = start && showInvisible(start.slice(0, MAX_DESCRIPTION + 1))
  return text && text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text
}

function listFacts(
  { keys, unique, minElements, maxElements, isUserOrdered }: SchemaNode,
  { data: { info } }: Texts,
): string[] {
  return [
    ...(keys.length > 0 ? [fill(info.keys, { keys: keys.join(', ') })] : []),
    ...unique.map((leaves) => fill(info.unique, { leaves: leaves.join(', ') })),
    ...(minElements > 0 ? [fill(info.minElements, { count: String(minElements) })] : []),
    ...(maxElements === undefined ? [] : [fill(info.maxElements, { count: String(maxElements) })]),
    ...(isUserOrdered ? [info.userOrdered] : []),
  ]
}

/** The module that a node comes from, and what to read about it. */
function originFacts({ module, reference }: SchemaNode, { model, text }: InfoOptions): string[] {
  const { info } = text.data
  const namespace = model.modules.get(module)?.namespace
  return [
    fill(info.module, { module }),
    ...(namespace ? [fill(info.namespace, { namespace })] : []),
    ...(reference ? [fill(info.reference, { reference: oneLine(reference) })] : []),
  ]
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A type in words. */
function typeFacts(type: Type, text: Texts): string[] {
  const words = text.data.info
  const name = type.typedef ? `${type.base} (${type.typedef})` : type.base
  const first = fill(words.type, { type: name })
  switch (type.base) {
    case 'string':
      return [
        first,
        ...lengthFacts(type.lengths, text),
        ...type.patterns.map(({ text: pattern, isInverted }) =>
          fill(isInverted ? words.notPattern : words.pattern, { pattern }),
        ),
      ]
    case 'binary':
      return [first, ...lengthFacts(type.lengths, text)]
    case 'enumeration':
      return [first, fill(words.oneOf, { names: listed(type.values.map((value) => value.name)) })]
    case 'bits':
      return [first, fill(words.anyOf, { names: listed(type.bits.map((bit) => bit.name)) })]
    case 'identityref':
      return [
        first,
        fill(words.identity, { bases: type.bases.map((base) => base.name).join(', ') }),
        fill(words.oneOf, { names: listed(identitiesOf(type.bases)) }),
      ]
    case 'leafref':
      return [
        first,
        fill(words.leafref, { path: type.path.text }),
        ...(type.type ? typeFacts(type.type, text) : []),
      ]
    case 'union':
      return [first, ...type.types.slice(0, MAX_LISTED).map((each) => typeFacts(each, text).join(' · '))]
    case 'boolean':
    case 'empty':
    case 'instance-identifier':
      return [first]
    case 'decimal64':
      return [first, fill(words.range, { ranges: rangesText(type.ranges, type.fractionDigits) })]
    default:
      return [first, fill(words.range, { ranges: rangesText(type.ranges) })]
  }
}

/** What may stand for any of these: derived from all of them, and known to the device. */
function identitiesOf([first, ...others]: readonly Identity[]): readonly string[] {
  const derived = first?.derived.filter((each) => others.every((base) => base.derived.includes(each))) ?? []
  return derived.filter(({ isSupported }) => isSupported).map(({ module, name }) => `${module}:${name}`)
}

function lengthFacts(lengths: readonly Range[], text: Texts): string[] {
  return lengths.length === 0 ? [] : [fill(text.data.info.length, { ranges: rangesText(lengths) })]
}

function rangesText(ranges: readonly Range[], digits = 0): string {
  return ranges
    .map(({ min, max }) =>
      min === max ? decimal(min, digits) : `${decimal(min, digits)} … ${decimal(max, digits)}`,
    )
    .join(', ')
}

function decimal(number: bigint, digits: number): string {
  if (digits === 0) return String(number)
  const text = String(number < 0n ? -number : number).padStart(digits + 1, '0')
  return `${number < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(', ')
  return names.length > MAX_LISTED ? `${shown}, …` : shown
}

const MAX_SENTENCE = 160
/** A full stop after these does not end a sentence. */
const abbreviation = /(?:^|[ (])(?:e\.g|i\.e|etc|cf|vs|resp|incl|approx|sec|no|fig)$/i

/** The start of a description: enough to know what it is about. */
export function firstSentence(description: string | undefined): string | undefined {
  // A blank line ends a sentence, and so does the colon before a list.
  const [paragraph = ''] = (description?.slice(0, 1_000).trim() ?? '').split(/(?<=:)[ \t]*\n|\n[ \t]*\n/)
  const start = showInvisible(paragraph.replace(/\s+/g, ' ')).replace(/:$/, '.')
  if (start === '') return undefined
  const end = [...start.matchAll(/[.!?](?= \P{Ll}|$)/gu)].find(
    ({ index }) => !abbreviation.test(start.slice(0, index)),
  )
  const sentence = end ? start.slice(0, end.index + 1) : start
  return sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence
}
