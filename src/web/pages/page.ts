import type { IconName } from '../assets/icons.ts'
import type { OwnData } from '../screen.ts'
import type { Texts } from '../texts/texts.ts'
import type { ViewData } from '../views/render.ts'

/** A page of the menu: a frame that needs no device, and the fragments that do. */
export interface Page {
  readonly path: string
  readonly title: (text: Texts) => string
  readonly icon: IconName
  /** Its heading in the menu; its place below it is its place in the list of pages. */
  readonly group: (text: Texts) => string
  /** The feature without which there is no such page: absent from the menu, and 404. */
  readonly requires?: string
  readonly view: 'overview' | 'interfaces'
  readonly fragments: readonly Fragment[]
}

/** A part of a page that shows what the device says. */
export interface Fragment {
  readonly path: string
  readonly title: (text: Texts) => string
  readonly requires?: string
  readonly refreshSeconds?: number
  /** Asks the device, and draws what it said. */
  readonly load: (device: Reader) => Promise<Drawing>
}

/** The device as the session's user may read it. */
export type Reader = (resource: string) => Promise<unknown>

/** A view and its data, waiting for the request that it is drawn for. */
export type Drawing = (draw: Draw) => string
type Draw = <Name extends keyof ViewData>(view: Name, data: OwnData<Name>) => string

/** `load` asks the device, `view` makes of the answers what the template shows; neither does the other's work. */
export function defineFragment<Answers, Name extends keyof ViewData>(definition: {
  path: string
  title: (text: Texts) => string
  requires?: string
  refreshSeconds?: number
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
