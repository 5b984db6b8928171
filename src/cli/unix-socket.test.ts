import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { type Listening, listen } from './listen.ts'

const open: Listening[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()))
})

const newPath = () => join(mkdtempSync(join(tmpdir(), 'portico-socket-')), 'portico.sock')

/** A service at this path that answers with its name. */
async function serveAt(path: string, name: string): Promise<Listening> {
  const service = {
    fetch: () => new Response(name),
    watchDevice: async () => {},
    giveUpOnDevice() {},
    stop: async () => {},
  }
  const listening = await listen(service, readConfig(['--listen', `unix:${path}`], {}), silentLog)
  open.push(listening)
  return listening
}

const answerAt = async (path: string) => (await fetch('http://localhost/', { unix: path })).text()

test('12.12 a second service does not take the socket of one that is running, which goes on', async () => {
  const path = newPath()
  await serveAt(path, 'the first')
  await expect(serveAt(path, 'the second')).rejects.toThrow(
    `--listen (or LISTEN): another service listens at ${path}. Example: --listen 127.0.0.1:10000`,
  )
  expect(await answerAt(path)).toBe('the first')
})

test('a service that stops takes its socket away', async () => {
  const path = newPath()
  const service = await serveAt(path, 'the first')
  await service.stop()
  expect(existsSync(path)).toBe(false)
})

test('12.12 a service that stops leaves the socket that a successor has by then', async () => {
  const path = newPath()
  const first = await serveAt(path, 'the first')
  unlinkSync(path)
  await serveAt(path, 'the second')
  await first.stop()
  expect(await answerAt(path)).toBe('the second')
})

test('12.12 what is there and is no socket stays', async () => {
  const path = newPath()
  await Bun.write(path, 'precious')
  await expect(serveAt(path, 'a service')).rejects.toThrow(`${path} is there already, and it is not a socket`)
  expect(await Bun.file(path).text()).toBe('precious')
})

test('nothing else is left beside the socket, and only owner and group may use it', async () => {
  const path = newPath()
  await serveAt(path, 'a service')
  expect(readdirSync(join(path, '..'))).toEqual(['portico.sock'])
  expect(statSync(path).mode & 0o777).toBe(0o660)
})
