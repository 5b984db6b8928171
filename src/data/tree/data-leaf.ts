import type { SchemaNode } from '../../yang/model.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { isArray, isJsonObject, memberOf } from '../json/json.ts'
import { valueFromJson } from '../values/read-value.ts'
import type { Checked } from '../values/value.ts'

/** A leaf, or one value of a leaf-list. The value is read when it is looked at. */
export class DataLeaf {
  readonly kind = 'leaf'
  readonly node: SchemaNode
  readonly json: Json
  readonly annotations: JsonObject | undefined
  #value: Checked | undefined

  constructor(node: SchemaNode, json: Json, annotation?: Json) {
    this.node = node
    this.json = json
    this.annotations = isJsonObject(annotation) ? annotation : undefined
  }

  get value(): Checked {
    this.#value ??= valueFromJson(this.json, this.node)
    return this.#value
  }

  /** True when the device tags the value as its default. Real devices also tag a value that was set to its default. */
  get isDefault(): boolean {
    return memberOf(this.annotations, 'ietf-netconf-with-defaults:default') === true
  }
}

/** The values of a leaf-list, each as a leaf of its own. */
export class DataLeafList {
  readonly kind = 'leaf-list'
  readonly node: SchemaNode
  readonly json: readonly Json[]
  readonly #annotation: Json | undefined
  #items: readonly DataLeaf[] | undefined

  constructor(node: SchemaNode, json: readonly Json[], annotation?: Json) {
    this.node = node
    this.json = json
    this.#annotation = annotation
  }

  get items(): readonly DataLeaf[] {
    this.#items ??= this.first(this.json.length)
    return this.#items
  }

  /** The first `count` values. The others are not read. */
  first(count: number): readonly DataLeaf[] {
    const annotations = isArray(this.#annotation) ? this.#annotation : []
    return this.json.slice(0, count).map((json, index) => new DataLeaf(this.node, json, annotations[index]))
  }
}
