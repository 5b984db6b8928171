import { describe, expect, test } from 'bun:test'
import { shownError } from './support/browser.ts'
import type { Fault } from './support/device/faults.ts'
import type { TestDevice } from './support/device/test-device.ts'
import { oneService } from './support/service.ts'

const here = oneService()
const LIBRARY = 'ietf-yang-library:yang-library'
const SYSTEM = 'ietf-system:system'
const SERVICES = 'infix-services:web'
const OLD_LIBRARY = 'ietf-yang-library:modules-state'

const accepted = 'accepted'
const rejected = 'Invalid username or password.'
const unreachable = 'Unable to reach the device. Please try again later.'

interface Row {
  readonly when: string
  readonly prepare?: (demo: TestDevice) => void
  readonly username?: string
  readonly password?: string
  readonly verdict: string
  /** Every call of this login, in order. */
  readonly calls: readonly string[]
}

const library = (fault: Fault) => (demo: TestDevice) => void demo.faults.set(fault, { resource: LIBRARY })

/** The whole table "Verdicts on credentials", row by row. */
const rows: Row[] = [
  { when: '200 with media type application/yang-data+json', verdict: accepted, calls: [LIBRARY, SERVICES] },
  {
    when: '200, right media type, a body that does not parse',
    prepare: library({ kind: 'bad-json' }),
    verdict: accepted,
    calls: [LIBRARY, SERVICES],
  },
  { when: '401', password: 'wrong', verdict: rejected, calls: [LIBRARY] },
  {
    when: '403, and 403 for a stranger too: the credentials made no difference',
    prepare: library({ kind: 'status', status: 403 }),
    verdict: rejected,
    calls: [LIBRARY, `${LIBRARY} as a stranger`],
  },
  {
    when: '403, and 401 for a stranger: a limited user',
    prepare: (demo) => demo.faults.set({ kind: 'status', status: 403 }, { username: 'admin' }),
    verdict: accepted,
    calls: [LIBRARY, `${LIBRARY} as a stranger`, SERVICES],
  },
  {
    when: '404, then 403 for ietf-system:system, and 401 for a stranger: a limited user',
    prepare: (demo) => {
      demo.faults.set({ kind: 'status', status: 403 }, { resource: SYSTEM, username: 'admin' })
      demo.faults.set({ kind: 'status', status: 404 }, { resource: LIBRARY })
    },
    verdict: accepted,
    calls: [LIBRARY, SYSTEM, `${SYSTEM} as a stranger`, SERVICES, OLD_LIBRARY],
  },
  {
    when: '404, then 403 for ietf-system:system, for a stranger too: the credentials made no difference',
    prepare: (demo) => {
      demo.faults.set({ kind: 'status', status: 403 }, { resource: SYSTEM })
      demo.faults.set({ kind: 'status', status: 404 }, { resource: LIBRARY })
    },
    verdict: rejected,
    calls: [LIBRARY, SYSTEM, `${SYSTEM} as a stranger`],
  },
  {
    when: '404, and ietf-system:system is 200',
    prepare: (demo) => {
      demo.datastore.library = { form: 'modules-state', features: ['wifi'] }
      demo.faults.set({ kind: 'status', status: 404 }, { resource: LIBRARY })
    },
    verdict: accepted,
    calls: [LIBRARY, SYSTEM, SERVICES, OLD_LIBRARY],
  },
  {
    when: '404, and ietf-system:system is 401',
    prepare: (demo) => {
      demo.faults.set({ kind: 'status', status: 404 }, { resource: LIBRARY })
      demo.faults.set({ kind: 'status', status: 401 }, { resource: SYSTEM })
    },
    verdict: rejected,
    calls: [LIBRARY, SYSTEM],
  },
  {
    when: '404 on both with a RESTCONF error body, and a stranger gets 401: an account that sees nothing',
    username: 'noread',
    password: 'noread',
    verdict: accepted,
    calls: [LIBRARY, SYSTEM, `${SYSTEM} as a stranger`, SERVICES, OLD_LIBRARY],
  },
  {
    when: '404 on both, and a stranger gets 404 as well: the credentials made no difference',
    prepare: (demo) => demo.faults.set({ kind: 'status', status: 404 }),
    verdict: unreachable,
    calls: [LIBRARY, SYSTEM, `${SYSTEM} as a stranger`],
  },
]

describe('Verdicts on credentials: the device answers', () => {
  test.each(rows)(
    'D8 $when: $verdict',
    async ({ prepare, username = 'admin', password = 'admin', verdict, calls }) => {
      prepare?.(here.demo)
      const answer = await here.browser().logIn(username, password)
      expect(answer.status === 303 ? accepted : shownError(answer.body)).toBe(verdict)
      expect(callsOf(here.demo)).toEqual([...calls])
      expect(here.log.of('login.refused')).toHaveLength(verdict === accepted ? 0 : 1)
    },
  )

  test('the reason goes to the log with a code; the page shows only the specification’s texts', async () => {
    here.demo.faults.set({ kind: 'status', status: 418, tag: 'teapot', message: 'short and stout' })
    const { body } = await here.browser().logIn()
    expect(here.log.of('login.refused')).toMatchObject([
      { because: 'device-unreachable', reason: 'status-418' },
    ])
    expect(body).not.toContain('stout')
    expect(body).not.toContain('418')
  })

  test('keep-alive: the two requests share a connection', async () => {
    await here.browser().logIn()
    expect(new Set(here.demo.journal.entries.map(({ connection }) => connection)).size).toBe(1)
  })
})

function callsOf(demo: TestDevice): string[] {
  return demo.journal.entries.map(
    ({ resource, username }) => `${resource}${username === undefined ? ' as a stranger' : ''}`,
  )
}
