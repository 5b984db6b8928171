import { dataNodes } from '../../data/paths/data-nodes.ts'
import { placeBelow } from '../../data/paths/place.ts'
import type { Model } from '../../yang/model.ts'
import type { DataTopView } from '../views/data-views.ts'
import { infoOf } from './node-info.ts'
import { hrefTo, type PlaceSetting } from './setting.ts'

/** Everything that the model knows at its top, by module. */
export function topView(model: Model, setting: PlaceSetting): DataTopView['modules'] {
  const byModule = Map.groupBy(dataNodes(model), ({ module }) => module)
  return [...byModule]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, nodes]) => ({
      name,
      description: firstSentence(model.modules.get(name)?.description),
      links: nodes.map((node) => ({
        name: node.name,
        href: hrefTo(placeBelow(undefined, node), setting),
        hint: firstSentence(node.description) ?? '',
        info: infoOf(node, `/${node.module}:${node.name}`, setting.language.text),
      })),
    }))
}

const MAX_SENTENCE = 160

/** The start of a description: enough to know what it is about. */
export function firstSentence(description: string | undefined): string | undefined {
  const start = description?.slice(0, 1_000).replace(/\s+/g, ' ').trim()
  if (!start) return undefined
  const end = start.search(/[.:](?:\s|$)/)
  const sentence = end < 0 ? start : start.slice(0, end + 1).replace(/:$/, '.')
  return sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence
}
