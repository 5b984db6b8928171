import type { MenuItem } from '../pages/page.ts'
import type { Handler, Route } from '../routes.ts'
import type { DataParts } from './asked.ts'
import type { DataPages } from './data-pages.ts'

export const dataMenu: MenuItem = {
  path: '/data',
  title: (text) => text.menu.data,
  icon: 'list-tree',
  group: 'device',
}

/** `/data`, everything below it, and the search. Their code is loaded when the first of them is asked for: the service starts sooner. */
export function dataRoutes(parts: Omit<DataParts, 'seen'>): Route[] {
  let opened: Promise<DataPages> | undefined
  const open = async () => {
    const { openDataPages } = await import('./data-pages.ts')
    return openDataPages(parts)
  }
  const handler =
    (of: keyof DataPages): Handler =>
    async (c) => {
      opened ??= open()
      return (await opened)[of](c)
    }
  return [
    { path: '/data', access: 'session', methods: { GET: handler('show') } },
    { path: '/data/*', access: 'session', methods: { GET: handler('show') } },
    { path: '/data-search', access: 'session', methods: { GET: handler('search') } },
  ]
}
