import { textAt } from './device-values.ts'
import { defineFragment } from './page.ts'

const SYSTEM = 'ietf-system:system'

/** The device's own name, in the top bar. */
export const deviceName = defineFragment({
  path: '/device-name',
  title: (text) => text.overview.hostname,
  load: (device) => device(SYSTEM),
  template: 'device-name',
  view: (system) => ({ name: textAt(system, [SYSTEM, 'hostname']) }),
})
