import { countOmitted, interfaceRows } from './interface-rows.ts'
import { defineFragment, type Page } from './page.ts'

const table = defineFragment({
  path: '/interfaces/table',
  title: (text) => text.interfaces.table,
  refreshSeconds: 5,
  load: (device) => device('ietf-interfaces:interfaces'),
  template: 'interface-table',
  view: (answer) => ({ rows: interfaceRows(answer), omitted: countOmitted(answer) }),
})

/** The device's ports and what runs on them. */
export const interfaces: Page = {
  path: '/interfaces',
  title: (text) => text.menu.interfaces,
  icon: 'ethernet-port',
  group: (text) => text.menu.network,
  view: 'interfaces',
  fragments: [table],
}
