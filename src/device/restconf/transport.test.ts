import { afterEach, expect, test } from 'bun:test'
import type { Talk, WireDevice } from '../../../test/support/wire-device.ts'
import { reply, wireDevice, YANG_JSON } from '../../../test/support/wire-device.ts'
import type { Transport } from './transport.ts'
import { openTransport } from './transport.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const thing of opened.splice(0)) thing.close()
})

const MiB = 1024 * 1024
const ok = reply(200, YANG_JSON, '{}')

async function connect(talk: Talk, timeoutMs = 5000): Promise<{ device: WireDevice; transport: Transport }> {
  const device = await wireDevice(talk)
  const transport = openTransport({
    root: device.root,
    trust: { kind: 'system' },
    timeoutMs,
    maxBodyBytes: 4 * MiB,
  })
  opened.push(device, transport)
  return { device, transport }
}

const ask = (transport: Transport, within?: AbortSignal) =>
  transport.ask({ path: '/restconf/data/m:x', authorization: 'Basic Y2FuYXJ5' }, within)

test('a call asks for RESTCONF data, uncompressed, as the user', async () => {
  const { device, transport } = await connect((socket) => socket.write(ok))
  expect(await ask(transport)).toMatchObject({ status: 200, mediaType: YANG_JSON })

  const [request = ''] = device.requests
  expect(request).toStartWith('GET /restconf/data/m:x HTTP/1.1\r\n')
  expect(request).toMatch(/^accept: application\/yang-data\+json\r$/im)
  expect(request).toMatch(/^accept-encoding: identity\r$/im)
  expect(request).toMatch(/^authorization: Basic Y2FuYXJ5\r$/im)
  expect(request).not.toMatch(/^content-/im)
})

test('one connection serves call after call', async () => {
  const { device, transport } = await connect((socket) => socket.write(ok))
  for (let call = 0; call < 5; call += 1) await ask(transport)
  expect(device.connections()).toBe(1)
})

test('D8: a call that meets a closing connection is not repeated', async () => {
  const endings: Talk[] = [
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.end(),
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'),
    (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{'),
  ]
  for (const ending of endings) {
    let calls = 0
    const { device, transport } = await connect((socket, request) => {
      calls += 1
      if (calls === 1) socket.write(ok)
      else ending(socket, request)
    })
    await ask(transport) // from here on there is a pooled connection
    await expect(ask(transport)).rejects.toMatchObject({ kind: 'dead', code: 'connection-reset' })
    expect(device.requests.length).toBe(2)
  }
})

test('a connection that the device closed while idle is not used again', async () => {
  const { device, transport } = await connect((socket) => socket.end(ok))
  await ask(transport)
  await device.hungUp()
  await ask(transport)
  expect(device.requests.length).toBe(2)
})

test('a device that keeps connections for a moment only gets a new one each time', async () => {
  const { device, transport } = await connect((socket) =>
    socket.write(reply(200, YANG_JSON, '{}', ['Keep-Alive: timeout=1'])),
  )
  await ask(transport)
  await ask(transport)
  expect(device.connections()).toBe(2)
})

test('closing the transport hangs up idle connections', async () => {
  const { device, transport } = await connect((socket) => socket.write(ok))
  await ask(transport)
  transport.close()
  await device.hungUp()
})

test('bytes after the end of an answer never become the answer to somebody else', async () => {
  const stray = reply(200, YANG_JSON, '{"stray":1}')
  const { transport } = await connect((socket, request) =>
    socket.write(request.includes('first') ? ok + stray : ok),
  )
  await transport.ask({ path: '/restconf/data/m:first' })
  const answer = await ask(transport)
  expect(Buffer.from(answer.body).toString()).toBe('{}')
})

test('D4: one deadline covers silence, a slow head and an endless trickle, and hangs up', async () => {
  const stalls: Talk[] = [
    () => {},
    (socket) => socket.write('HTTP/1.1 200 OK\r\n'),
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
    (socket) => trickle(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    (socket) => trickle(socket, '1\r\n \r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
  ]
  for (const stall of stalls) {
    const { device, transport } = await connect(stall, 60)
    await expect(ask(transport)).rejects.toMatchObject({ kind: 'slow', code: 'timeout' })
    await device.hungUp()
    expect(device.requests.length).toBe(1)
  }
})

test('a call that gives up waiting for a free connection is never made', async () => {
  const { device, transport } = await connect(() => {})
  const stop = new AbortController()
  const busy = Array.from({ length: 128 }, () => ask(transport, stop.signal).catch(() => {}))
  await expect(ask(transport, AbortSignal.timeout(50))).rejects.toMatchObject({
    kind: 'slow',
    code: 'timeout',
  })
  stop.abort()
  await Promise.all(busy)
  await device.hungUp()
  expect(device.requests.length).toBe(128)
})

test("the caller's own deadline and the caller's leaving end a call too", async () => {
  const { device, transport } = await connect(() => {})
  await expect(ask(transport, AbortSignal.timeout(30))).rejects.toMatchObject({
    kind: 'slow',
    code: 'timeout',
  })

  const leaving = new AbortController()
  const asked = ask(transport, leaving.signal)
  leaving.abort()
  await expect(asked).rejects.toMatchObject({ kind: 'slow', code: 'aborted' })
  // The second call left before it was sent.
  expect(device.requests.length).toBeLessThanOrEqual(1)
})

test('a caller who has already left causes no call', async () => {
  const { device, transport } = await connect((socket) => socket.write(ok))
  await expect(ask(transport, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' })
  expect(device.connections()).toBe(0)
})

test('D5: an answer of 2 GiB is given up at 4 MiB, whether it says its length or not', async () => {
  for (const framing of ['Content-Length: 2147483648', 'X-Length: unknown']) {
    let sent = 0
    const { device, transport } = await connect((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${YANG_JSON}\r\n${framing}\r\n\r\n`)
      const pour = () => {
        while (sent < 2048 * MiB && !socket.destroyed) {
          sent += MiB
          if (!socket.write(Buffer.alloc(MiB, 32))) return
        }
      }
      socket.on('drain', pour)
      pour()
    })
    await expect(ask(transport)).rejects.toMatchObject({ kind: 'malformed', code: 'too-large' })
    await device.hungUp()
    expect(sent).toBeLessThan(32 * MiB)
  }
})

test('a body of exactly 4 MiB is whole', async () => {
  const { transport } = await connect((socket) => socket.write(reply(200, YANG_JSON, ' '.repeat(4 * MiB))))
  expect((await ask(transport)).body.length).toBe(4 * MiB)
})

test('D5: a compressed answer is refused unread: nothing here inflates', async () => {
  const { device, transport } = await connect((socket) =>
    socket.write(reply(200, YANG_JSON, 'x'.repeat(100), ['Content-Encoding: gzip'])),
  )
  await expect(ask(transport)).rejects.toMatchObject({ kind: 'malformed', code: 'content-encoding' })
  await device.hungUp()
})

test('what is not HTTP/1.1, or ambiguous, is told from a device that is dead', async () => {
  const answers = [
    '<html>hello</html>\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`,
  ]
  for (const answer of answers) {
    const { transport } = await connect((socket) => socket.end(answer))
    await expect(ask(transport)).rejects.toMatchObject({ kind: 'malformed', code: 'bad-http' })
  }
})

test('a switch of protocols, which was not asked for, is refused', async () => {
  const { device, transport } = await connect((socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  )
  await expect(ask(transport)).rejects.toMatchObject({ kind: 'malformed', code: 'status-101' })
  await device.hungUp()
})

test('a device that is not there is dead, by the name of what is missing', async () => {
  const { device, transport } = await connect(() => {})
  device.close()
  await expect(ask(transport)).rejects.toMatchObject({ kind: 'dead', code: 'connection-refused' })

  const nameless = {
    root: new URL('http://no-such-device.invalid/restconf'),
    trust: { kind: 'system' },
  } as const
  const lost = openTransport({ ...nameless, timeoutMs: 5000, maxBodyBytes: MiB })
  await expect(ask(lost)).rejects.toMatchObject({ kind: 'dead', code: 'name-not-found' })
})

function trickle(socket: Parameters<Talk>[0], piece: string, before = '') {
  socket.write(before)
  const drip = setInterval(() => socket.write(piece), 5)
  socket.on('close', () => clearInterval(drip))
}
