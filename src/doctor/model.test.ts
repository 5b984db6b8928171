import { expect, test } from 'bun:test'
import { failing, fakeReader, libraryBody, servedInFolder } from '../../test/support/fake-models.ts'
import { lookAtModel } from './model.ts'

const read = new Map([['ietf-yang-library:yang-library', libraryBody(['a', 'b'])]])
const look = (answer: typeof servedInFolder, already = read) =>
  lookAtModel(fakeReader(answer).reader, already, undefined)

test('a model that can be read says how much it is, and from where', async () => {
  expect(await look(servedInFolder)).toEqual({
    result: 'ok',
    seen: '2 modules, 2 nodes; 2 texts from the device',
  })
})

test('modules that are missing are named, with why and what to do', async () => {
  const withoutA = await look((query) => {
    if ('name' in query && query.name === 'a') throw failing('malformed', 'redirect')
    return servedInFolder(query)
  })
  expect(withoutA).toMatchObject({ result: 'warning', remedy: expect.stringContaining('--models DIR') })
  expect(withoutA.seen).toEndWith('missing: a (redirect)')
})

test('a device without texts, an account without the library, and silence are told apart', async () => {
  const absent = () => {
    throw failing('absent', 'status-404')
  }
  expect((await look(absent)).seen).toStartWith('the device serves no text of its modules')
  expect((await look(servedInFolder, new Map())).seen).toStartWith('the YANG library cannot be read')
  const silent = () => {
    throw failing('dead', 'connection-refused')
  }
  expect((await look(silent)).seen).toStartWith('the device stopped answering')
})
