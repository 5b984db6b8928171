import { expect, test } from 'bun:test'
import { oneService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const here = oneService()
const USER = '/data/ietf-system:system/authentication/user='

async function readerOfData() {
  const user = await here.logIn()
  await until(async () => (await user.get('/data')).body.includes('ietf-system'), 'the model is read')
  here.demo.journal.clear()
  return user
}

test.each([
  'a%2F..%2Fb',
  'a%2F%2e%2e%2F%2e%2e%2Fietf-interfaces:interfaces',
  'a%2F.',
  'a%0Ab',
  'a%22%0d%0aSet-Cookie:x',
  '%00',
  '%ED%A0%80',
])('C2 a key that could lead elsewhere, %s, is no place: the device is not asked', async (key) => {
  const user = await readerOfData()
  for (const query of ['?view=whole', '?view=json', '?view=whole&from=compare', '']) {
    const { status, headers } = await user.get(`${USER}${key}${query}`)
    // The frame of a page that asks for its content later is there for any key that has a place.
    expect([query, status]).toEqual([query, 404])
    expect(headers.get('content-disposition')).toBeNull()
  }
  expect(here.demo.journal.count()).toBe(0)
  expect(here.log.of('request.failed')).toEqual([])
})

test.each([
  ['a%3Fb%23c', 'user=a%3Fb%23c'],
  ['a%252F..', 'user=a%252F..'],
  ['a%2F%2Fb', 'user=a%2F%2Fb'],
  ["it's", 'user=it%27s'],
])('C2 a key with reserved characters, %s, stays one key on its way to the device', async (key, sent) => {
  const user = await readerOfData()
  await user.get(`${USER}${key}?view=whole`)
  const [asked] = here.demo.journal.entries
  expect(asked?.path.split('?')[0]).toBe(`/restconf/data/ietf-system:system/authentication/${sent}`)
})

test.each(['/data', '/data/ietf-system:system?view=json', '/data-search?q=mtu'])(
  'another site’s page cannot embed or fetch %s',
  async (path) => {
    const user = await readerOfData()
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'script', 'Sec-Fetch-Mode': 'no-cors' }
      expect((await user.get(path, headers)).status).toBe(403)
    }
    expect(here.demo.journal.count()).toBe(0)
  },
)
