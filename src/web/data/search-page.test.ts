import { expect, test } from 'bun:test'
import { oneService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const site = oneService()

async function logInWithModel(username = 'admin') {
  const browser = await site.logIn(username, username)
  const isReading = async () => (await browser.get('/data-search?q=mtu')).body.includes('<progress')
  await until(async () => !(await isReading()), 'the model is read')
  return browser
}

test('a person finds the MTU without knowing where it is', async () => {
  const browser = await logInWithModel()
  const page = (await browser.get('/data-search?q=mtu')).body
  expect(page).toContain('<a href="/data/ietf-interfaces:interfaces/interface">')
  expect(page).toContain('<title>Search results for “mtu”')
})

test('an entry is found by its key by the session that has read it, and by no other', async () => {
  const [reader, other] = [await logInWithModel(), await logInWithModel()]
  await reader.get('/data/ietf-interfaces:interfaces?view=whole')
  const link = 'href="/data/ietf-interfaces:interfaces/interface=e1/ietf-ip:ipv4/mtu"'
  expect((await reader.get('/data-search?q=mtu+e1')).body).toContain(link)
  expect((await other.get('/data-search?q=mtu+e1')).body).not.toContain(link)
})

test('while one types, only the results are sent', async () => {
  const browser = await logInWithModel()
  const part = await browser.get('/data-search?q=mtu', { 'HX-Request': 'true' })
  expect(part.body).not.toContain('<html')
})

test('what is searched for is shown as text', async () => {
  const browser = await logInWithModel()
  const page = (await browser.get('/data-search?q=%3Cb%3Emtu')).body
  expect(page).toContain('&lt;b&gt;mtu')
  expect(page).not.toContain('<b>mtu')
})
