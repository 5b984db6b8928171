import type { IconName } from '../assets.ts'
import type { OwnData } from '../renderer.ts'
import type { Texts } from '../texts/languages.ts'
import type { ViewData } from '../views/view-data.ts'

/** A menu item. It is highlighted on its page and on every page below it. */
export interface MenuItem {
  readonly path: string
  readonly title: (text: Texts) => string
  readonly icon: IconName
  /** The heading above it. Items below a heading are in the order of the list of pages. */
  readonly group: 'system' | 'network' | 'device'
}

/** A page of the menu: a frame that needs no device, and the fragments that do. */
export interface Page extends MenuItem {
  readonly fragments: readonly Fragment[]
  /** True for a page about one of many things, with its name in the path: its frame cannot be reused for the others. */
  readonly isOfOne?: boolean
  /** True when a fragment puts the device's name into the top bar, so that nothing else asks for it. */
  readonly bringsDeviceName?: boolean
}

/** A part of a page that shows what the device reports. */
export interface Fragment {
  readonly path: string
  readonly title: (text: Texts) => string
  readonly refreshSeconds?: number
  /** Asks the device only when the reader opens it. */
  readonly isOnDemand?: boolean
  /** True for a fragment about one of many things: 404 if the device does not have it. */
  readonly isOfOne?: boolean
  /** Asks the device, and returns the drawing of its answer. */
  readonly load: (device: Reader) => Promise<Drawing>
}

/** Reads a resource of the device as the session's user. */
export type Reader = (resource: string) => Promise<unknown>

/** A view with its data, to be drawn for a request. */
export type Drawing = (draw: Draw) => string
type Draw = <Name extends keyof ViewData>(view: Name, data: OwnData<Name>) => string

/** `load` asks the device; `view` turns its answers into the data of the template. */
export function defineFragment<Answers, Name extends keyof ViewData>(definition: {
  path: string
  title: (text: Texts) => string
  refreshSeconds?: number
  isOnDemand?: boolean
  isOfOne?: boolean
  load: (device: Reader) => Promise<Answers>
  template: Name
  view: (answers: Answers) => OwnData<Name>
}): Fragment {
  const { load, template, view, ...rest } = definition
  return {
    ...rest,
    async load(device) {
      const data = view(await load(device))
      return (draw) => draw(template, data)
    },
  }
}
