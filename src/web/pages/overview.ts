import { overviewFacts } from './overview-facts.ts'
import { defineFragment, type Page } from './page.ts'
import { readWhereAllowed } from './read-where-allowed.ts'

const facts = defineFragment({
  path: '/overview/facts',
  title: (text) => text.overview.facts,
  refreshSeconds: 30,
  load: (device) => readWhereAllowed(device, ['ietf-system:system', 'ietf-system:system-state']),
  template: 'overview-facts',
  view: ([system, state]) => overviewFacts(system, state),
})

/** What this device is and how it is doing. */
export const overview: Page = {
  path: '/',
  title: (text) => text.menu.overview,
  icon: 'gauge',
  group: (text) => text.menu.system,
  view: 'overview',
  fragments: [facts],
}
