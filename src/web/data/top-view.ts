import { dataNodes } from '../../data/paths/data-nodes.ts'
import { placeBelow } from '../../data/paths/place.ts'
import type { Model } from '../../yang/model.ts'
import type { DataTopView } from '../views/data-views.ts'
import { firstSentence } from './node-info.ts'
import { hrefTo, type PlaceSetting } from './setting.ts'

/** OpenConfig and the IETF together have some hundred. A hostile model may have half a million. */
const MAX_NODES = 2_000

/** Everything that the model knows at its top, by module. */
export function topView(model: Model, setting: PlaceSetting): DataTopView['modules'] {
  const byModule = Map.groupBy(dataNodes(model).slice(0, MAX_NODES), ({ module }) => module)
  return [...byModule]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, nodes]) => ({
      name,
      description: firstSentence(model.modules.get(name)?.description),
      links: nodes.map((node) => ({
        name: node.name,
        href: hrefTo(placeBelow(undefined, node), setting),
        hint: firstSentence(node.description) ?? '',
      })),
    }))
}
