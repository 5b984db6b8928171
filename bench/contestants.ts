import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Server, type Start, startServer } from './measure/server.ts'
import { logIn } from './measure/visitor.ts'

/** Everything a row of the bench may start. */
export interface Contestants {
  readonly device: URL
  readonly executable: string
  portico(flags?: readonly string[], start?: Partial<Start>): Promise<Server>
  /** The web UI of Infix, when INFIX_WEBUI_URL says where one answers. */
  infix(): Server | undefined
  peer(name: PeerName, env?: Readonly<Record<string, string>>): Promise<Server>
}

const peerFiles = { Express: 'express.js', Fastify: 'fastify.js', 'Hono on Node': 'hono.js' } as const
export type PeerName = keyof typeof peerFiles
export const peerNames = Object.keys(peerFiles) as readonly PeerName[]

const here = import.meta.dir

export async function prepareContestants(
  executable: string,
  { device, folder }: { device: URL; folder: string },
): Promise<Contestants> {
  const portico = (flags: readonly string[] = [], start: Partial<Start> = {}) =>
    startServer({
      name: 'Portico',
      command: [
        executable,
        '--restconf',
        device.href,
        '--listen',
        '127.0.0.1:0',
        '--log-format',
        'json',
        ...flags,
      ],
      ...start,
    })
  await copyPages(portico, folder)
  const views = { BENCH_VIEWS: folder }
  return {
    device,
    executable,
    portico,
    infix() {
      const { INFIX_WEBUI_URL: url } = process.env
      return url ? { name: 'Infix', url: new URL(url), pid: 0, stop: async () => {} } : undefined
    },
    peer: (name, env = {}) => startServer({ name, command: peerCommand(name), env: { ...views, ...env } }),
  }
}

function peerCommand(name: PeerName): readonly string[] {
  return ['node', '--expose-gc', join(here, 'contestants', peerFiles[name])]
}

/** Portico's own pages, for all to answer with: as they are, and as templates with the same two values in them. */
async function copyPages(start: () => Promise<Server>, folder: string): Promise<void> {
  const portico = await start()
  try {
    mkdirSync(folder, { recursive: true })
    const login = await fetch(new URL('/login', portico.url))
    const page = await fetch(portico.url, { headers: { cookie: await logIn(portico.url) } })
    const [loginHtml, pageHtml] = [await login.text(), await page.text()]
    writeFileSync(join(folder, 'login.html'), loginHtml)
    writeFileSync(join(folder, 'login.ejs'), withPlaces(loginHtml))
    writeFileSync(join(folder, 'overview.ejs'), withPlaces(pageHtml).replaceAll('admin', '<%= username %>'))
    writeFileSync(join(folder, 'headers.json'), JSON.stringify(Object.fromEntries(headersOf(login))))
  } finally {
    await portico.stop()
  }
}

function withPlaces(html: string): string {
  const [, token] = /name="csrf" value="([^"]*)"/.exec(html) ?? []
  if (!token) throw new Error('the page shows no csrf token')
  return html.replaceAll(token, '<%= csrfToken %>')
}

/** What an answer says of itself is each server's own to say. */
function headersOf({ headers }: Response): [string, string][] {
  return [...headers].filter(
    ([name]) => !/^(content-type|content-length|date|set-cookie|connection)$/.test(name),
  )
}
