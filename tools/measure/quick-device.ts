import { startTestDevice } from '../../test/support/device/test-device.ts'

/** A device that asks for a password, accepts any, and answers at once, so that time and memory are the service's. */
export interface QuickDevice {
  /** The RESTCONF root. */
  readonly url: string
  stop(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** It asks the demo device once for each resource, and answers with that from then on. */
export async function startQuickDevice(): Promise<QuickDevice> {
  const demo = await startTestDevice()
  const known = new Map<string, Promise<Answer>>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ url, headers }) {
      if (!headers.has('Authorization')) return new Response('', { status: 401 })
      const { pathname } = new URL(url)
      const asked = known.get(pathname) ?? ask(new URL(pathname, demo.url))
      known.set(pathname, asked)
      const { status, type, body } = await asked
      return new Response(body, { status, headers: { 'Content-Type': type } })
    },
  })
  return {
    url: new URL(new URL(demo.url).pathname, server.url).href,
    async stop() {
      await server.stop(true)
      await demo.stop()
    },
  }
}

async function ask(resource: URL): Promise<Answer> {
  const headers = { Authorization: `Basic ${btoa('admin:admin')}`, Accept: 'application/yang-data+json' }
  const answer = await fetch(resource, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type') ?? '',
    body: await answer.bytes(),
  }
}
