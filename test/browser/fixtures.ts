import { test as base, expect } from '@playwright/test'
import { collectComplaints } from './complaints.ts'
import type { DemoAddresses } from './demo.ts'
import { startDemo } from './demo.ts'
import { DemoDevice } from './demo-device.ts'

export { expect }

interface WorkerFixtures {
  /** Settings of the service, for a whole file of tests: `test.use({ flags: ['--absolute-timeout', '62s'] })`. */
  readonly flags: readonly string[]
  /** A service and its demo device, one for each worker. */
  readonly service: DemoAddresses
}

interface TestFixtures {
  /** The device behind the service; what a test changes there is undone after it. */
  readonly device: DemoDevice
  /** What the browser may complain of in a test: `test.use({ tolerated: [/status of 404/] })`. */
  readonly tolerated: readonly RegExp[]
  readonly noComplaints: undefined
}

/** A browser in front of a running service. A test fails when the browser finds anything wrong with a page. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  flags: [[], { option: true, scope: 'worker' }],

  service: [
    async ({ flags }, use) => {
      const demo = await startDemo(['--login-attempts', 'off', ...flags])
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: ({ service }, use) => use(service.url),

  device: async ({ service }, use) => {
    const device = new DemoDevice(service.device)
    await device.reset()
    await use(device)
    await device.reset()
  },

  tolerated: [[], { option: true }],

  noComplaints: [
    async ({ browser, tolerated }, use) => {
      const complaints = collectComplaints(browser)
      await use(undefined)
      const untolerated = complaints.stop().filter((text) => !tolerated.some((pattern) => pattern.test(text)))
      expect(untolerated, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
})
