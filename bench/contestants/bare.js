import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, headers, views } from './page.js'

/** The limit: a server that asks nothing and always answers with the same bytes and headers. */
const html = readFileSync(join(views, 'login.html'), 'utf8')
const fields = { ...Object.fromEntries(headers), 'Content-Type': 'text/html; charset=UTF-8' }

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(html, { headers: fields }),
})
announce(server.port)
