import { describe, expect, test } from 'bun:test'
import { type Answer, asRead, type Browser, whereTo } from './support/browser.ts'
import { setCookieOf } from './support/cookie-jar.ts'
import { oneService } from './support/service.ts'

const here = oneService()
const link = '/data/ietf-interfaces:interfaces/interface=e1'
const forDocument = {
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Site': 'cross-site',
  Accept: 'text/html,*/*;q=0.8',
}

/** A browser whose session has ended, as after a night: it still has the cookie. */
async function whoseSessionEnded(): Promise<Browser> {
  const user = await here.logIn()
  here.clock.advance(13 * 60 * 60_000)
  return user
}

const wantedIn = ({ setCookies }: Answer) => setCookieOf(setCookies, 'wanted')?.value
const offered = ({ body }: Answer) =>
  /<p [^>]*id="wanted".*<bdi dir="ltr">([^<]*)<\/bdi> <a href="([^"]*)"/.exec(body)

describe('a link that is followed after the session has ended', () => {
  test('leads to the login page, the login to the overview, and the overview offers it once', async () => {
    const user = await whoseSessionEnded()
    const sent = await user.get(link, forDocument)
    expect(whereTo(sent)).toEqual([303, '/login'])
    expect(sent.setCookies).toContain(`wanted=${link}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`)

    expect(whereTo(await user.logIn())).toEqual([303, '/'])
    const first = await user.get('/', forDocument)
    expect(offered(first)?.slice(1)).toEqual([link, link])
    expect(first.body).toContain('You followed a link to this page before you logged in:')
    expect(first.setCookies).toContain('wanted=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect(offered(await user.get('/', forDocument))).toBeNull()
  })

  test.each<[string, Record<string, string>]>([
    ['/data', {}],
    ['/data?from=running', {}],
    [`${link}/ietf-ip:ipv4?view=compare&show=secrets`, {}],
    ["/data/ietf-routing:routing/ribs/rib=ipv4,b'c", {}],
    ['/interfaces/e%C3%A4%2F1', {}],
    [link, { 'Sec-Fetch-Dest': '' }],
  ])('is kept: %s', async (path, headers) => {
    const user = await whoseSessionEnded()
    const { 'Sec-Fetch-Dest': destination, ...rest } = { ...forDocument, ...headers }
    const sent = await user.get(path, destination === '' ? rest : { ...rest, 'Sec-Fetch-Dest': destination })
    await user.logIn()
    expect(wantedIn(sent)).toBe(new URL(path, 'http://x').href.slice('http://x'.length))
    expect(offered(await user.get('/', forDocument))).not.toBeNull()
  })

  test.each<[string, string, Record<string, string>]>([
    ['a fragment', link, { ...forDocument, 'HX-Request': 'true' }],
    ["a script's fetch", link, { ...forDocument, 'Sec-Fetch-Dest': 'empty' }],
    ['a picture', link, { ...forDocument, 'Sec-Fetch-Dest': 'image' }],
    ['a frame', link, { ...forDocument, 'Sec-Fetch-Dest': 'iframe' }],
    ['JSON', link, { Accept: 'application/yang-data+json' }],
    ['a program that does not say what it wants', link, {}],
    ['another page', '/sessions', forDocument],
    ['the list of interfaces', '/interfaces', forDocument],
    ['a name that only begins like ours', '/database', forDocument],
    ['the search', '/data-search?q=mtu', forDocument],
    ['an address of more than 1,000 bytes', `/data/${'x'.repeat(1_000)}`, forDocument],
    ['an address that would end the cookie', '/data/a;Domain=evil.example', forDocument],
  ])('is not kept for %s', async (_, path, headers) => {
    const user = await whoseSessionEnded()
    expect(wantedIn(await user.get(path, headers))).toBeUndefined()
  })

  test('is not kept for a HEAD or a POST', async () => {
    const user = await whoseSessionEnded()
    for (const method of ['HEAD', 'POST'])
      expect(wantedIn(await user.ask(link, { method, headers: forDocument }))).toBeUndefined()
  })

  test('C3 leaves no cookie with a visitor who has never logged in', async () => {
    const { setCookies, ...answer } = await here.browser().get(link, forDocument)
    expect(whereTo({ setCookies, ...answer })).toEqual([303, '/login'])
    expect(setCookies).toEqual([])
  })

  test('is forgotten by a logout', async () => {
    const user = await whoseSessionEnded()
    await user.get(link, forDocument)
    await user.logIn()
    const { setCookies } = await user.logOut()
    expect(setCookieOf(setCookies, 'wanted')?.attributes['max-age']).toBe('0')
    expect(user.jar.get('wanted')).toBeUndefined()
  })
})

describe('what another program on the host, or above its domain, may have put into the cookie', () => {
  test.each([
    'https://evil.example/data/x',
    '//evil.example/data/x',
    '/\\evil.example',
    '/data/../logout',
    '/data/%2e%2e/logout',
    '/data/%2E./%2e%2e/',
    '/data-search',
    '/database',
    '/interfaces',
    '/logout',
    '/data/a"b',
    '/data/a\\b',
    '/data/a b',
    '/data/#a',
    '/data/\xe4',
    'javascript:alert(1)',
    '__proto__',
    '',
  ])('is not offered, and cleared: %s', expectNothingOffered)

  test('is not offered, and cleared, when it is longer than 1,000 bytes', () =>
    expectNothingOffered(`/data/${'x'.repeat(1_000)}`))

  async function expectNothingOffered(value: string): Promise<void> {
    const user = await here.logIn()
    user.jar.set('wanted', value)
    const page = await user.get('/', forDocument)
    expect([page.status, offered(page)]).toEqual([200, null])
    expect(setCookieOf(page.setCookies, 'wanted')?.attributes['max-age']).toBe('0')
  }

  test('is text where it passes for a page of ours', async () => {
    const user = await here.logIn()
    user.jar.set('wanted', "/data/<script>alert('1')</script>?a=1&lt=2")
    const { body } = await user.get('/', forDocument)
    expect(body).not.toContain('<script>alert')
    user.jar.set('wanted', "/data/x'y?a=1&lt=2")
    const page = await user.get('/', forDocument)
    expect(offered(page)?.slice(1).map(asRead)).toEqual(
      ['/data/x&#39;y?a=1&amp;lt=2', "/data/x'y?a=1&amp;lt=2"].map(asRead),
    )
  })

  test('is ignored when there are two, and all of them are cleared', async () => {
    const user = await here.logIn()
    const Cookie = `${user.jar.header()}; wanted=/data; wanted=/data/x`
    const page = await user.get('/', { ...forDocument, Cookie })
    expect(offered(page)).toBeNull()
    expect(page.setCookies.filter((line) => line.startsWith('wanted=;'))).not.toEqual([])
  })

  test('stays for the page that a person opens when a script or a fragment asks before it', async () => {
    const user = await here.logIn()
    user.jar.set('wanted', link)
    await user.ask('/', { method: 'HEAD' })
    await user.get('/', { Accept: 'application/json', 'Sec-Fetch-Dest': 'empty' })
    await user.get('/overview/facts', { 'HX-Request': 'true' })
    expect(offered(await user.get('/', forDocument))).not.toBeNull()
  })
})
