import { dataNodes } from '../../data/paths/data-nodes.ts'
import type { Place } from '../../data/paths/place.ts'
import type { SchemaNode } from '../../yang/model.ts'
import type { OwnData } from '../renderer.ts'
import type { OperationField } from '../views/data-views.ts'
import { type AskedWithModel, type DataParts, optionsFor } from './asked.ts'
import { showInFrame } from './frame.ts'
import { type InfoOptions, infoOf } from './node-info.ts'
import { crumbsTo, treeView } from './tree-view.ts'

/** Real operations have some dozen; a hostile one may have any number. */
const MAX_FIELDS = 300

/** What the model says of an operation or a notification. It has no data, so the device is not asked. */
export function showOperation(parts: DataParts, asked: AskedWithModel, place: Place) {
  const options = optionsFor(parts, asked)
  const text = parts.renderer.textFor(asked.c)
  return showInFrame(parts, asked, {
    title: place.node.name,
    crumbs: crumbsTo(place, options),
    tree: treeView(asked.known.model, place.parent, options),
    info: infoOf(place.node, '', { model: asked.known.model, text }),
    path: undefined,
    html: parts.renderer.draw(
      asked.c,
      'data-operation',
      operationView(place.node, { model: asked.known.model, text }),
    ),
  })
}

function operationView(node: SchemaNode, options: InfoOptions): OwnData<'data-operation'> {
  const words = options.text.data.operations
  if (node.kind === 'notification') {
    const parts = [{ title: words.contents, fields: fieldsOf(node, options) }]
    return { sentence: words.isNotification, parts }
  }
  const parts = (['input', 'output'] as const).map((kind) => {
    const part = node.children.find((child) => child.kind === kind)
    return { title: words[kind], fields: part ? fieldsOf(part, options) : [] }
  })
  return { sentence: words.isOperation, parts }
}

/** All that is in an input, an output or a notification, each under its way there. */
function fieldsOf(part: SchemaNode, options: InfoOptions): readonly OperationField[] {
  const fields: OperationField[] = []
  const addBelow = (node: SchemaNode, way: string) => {
    for (const child of dataNodes(node)) {
      if (fields.length >= MAX_FIELDS) return
      const name = `${way}${child.name}`
      fields.push(fieldOf(child, name, options))
      addBelow(child, `${name} / `)
    }
  }
  addBelow(part, '')
  return fields
}

function fieldOf(node: SchemaNode, name: string, options: InfoOptions): OperationField {
  const { kinds, mandatory } = options.text.data.info
  return {
    name,
    type: node.type ? (node.type.typedef ?? node.type.base) : kinds[node.kind],
    mark: node.mandatory ? mandatory : undefined,
    info: infoOf(node, '', options),
  }
}
