import { beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from '../../../test/support/browser.ts'
import { oneService } from '../../../test/support/service.ts'

const here = oneService()
let admin: Browser

beforeAll(async () => {
  admin = await here.logIn('admin')
  for (let tries = 0; tries < 200; tries++) {
    if (!(await admin.get('/data')).body.includes('<progress')) return
    await Bun.sleep(20)
  }
  throw new Error('the model was never there')
})

const berth = '/data/harbour:harbour/berth=North%20Quay,1'

async function look(path: string): Promise<{ status: number; html: string; text: string }> {
  const { status, body } = await admin.get(path, { Accept: 'text/html' })
  const html = body.slice(body.indexOf('<main'))
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return { status, html, text }
}

describe('the page of an operation', () => {
  test('says what it is and what the model says of it, without asking the device', async () => {
    here.demo.journal.clear()
    const { status, html, text } = await look('/data/harbour:sound-horn')
    expect(status).toBe(200)
    expect(html).toContain('<h1><bdi>sound-horn</bdi></h1>')
    expect(text).toContain('This is an operation')
    expect(text).toContain('Everybody in the harbour hears it.')
    expect(text).toMatch(
      /Input .*seconds .*uint8 .*range 1 … 30 .*Output .*heard-by How many people looked up\./,
    )
    expect(text).not.toMatch(/configuration|state module/)
    expect(here.demo.journal.entries).toHaveLength(0)
  })

  test('is there below an entry, and below its list, and leads back', async () => {
    const { text, html } = await look(`${berth}/cast-off`)
    expect(text).toContain('Sends the ship away.')
    expect(html).toContain(`href="${berth}"`)
    expect((await look('/data/harbour:harbour/berth/cast-off')).text).toContain('Sends the ship away.')
  })

  test('says so when there is neither input nor output, and marks what is mandatory', async () => {
    expect((await look('/data/ietf-system:system-restart')).text).toMatch(/Input None\. Output None\./)
    const { text } = await look('/data/ietf-system:set-current-datetime')
    expect(text).toMatch(/current-datetime ietf-yang-types:date-and-time mandatory/)
  })

  test('of a notification says what it tells', async () => {
    const { text } = await look('/data/harbour:ship-arrived')
    expect(text).toMatch(/This is a notification.* Contents name string/)
  })

  test.each(['sound-horn=1', 'sound-horn/input', 'sound-horn/seconds', 'sound-hor'])(
    'is not at %p',
    async (path) => {
      expect((await look(`/data/harbour:${path}`)).status).toBe(404)
    },
  )

  test('has no JSON', async () => {
    const answer = await admin.get('/data/harbour:sound-horn', { Accept: 'application/yang-data+json' })
    expect(answer.status).toBe(404)
  })
})

describe('operations and notifications are named, apart from data', () => {
  test.each([
    ['at the top, in their module', '/data?view=whole', 'ietf-system:system-restart'],
    ['at the top, a notification', '/data?view=whole', 'infix-system:upgrade-done'],
    ['beside a list', '/data/harbour:harbour/berth', 'harbour:harbour/berth/cast-off'],
    ['beside an entry', berth, 'harbour:harbour/berth=North%20Quay,1/cast-off'],
  ])('%s', async (_, path, operation) => {
    const { html } = await look(path)
    expect(html.slice(html.indexOf('Operations and notifications ('))).toContain(`href="/data/${operation}"`)
  })

  test('and not beside a container that has none', async () => {
    expect((await look('/data/ietf-system:system')).text).not.toContain('Operations and notifications')
  })

  test('by the search, as what they are', async () => {
    const { html } = await look('/data-search?q=sound-horn')
    expect(html).toContain(
      '<a href="/data/harbour:sound-horn"><bdi>sound-horn</bdi></a> <span class="value-mark">operation</span>',
    )
  })
})
