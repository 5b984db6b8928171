import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from './certificates.ts'
import { isListening } from './is-listening.ts'
import { until } from './until.ts'

/** An example's file with places of the test in it: everything else stays to the letter. */
export function adapted(example: string, places: Readonly<Record<string, string>>): string {
  let text = readFileSync(example, 'utf8')
  for (const [here, there] of Object.entries(places)) {
    if (!text.includes(here)) throw new Error(`${example} does not say ${here}`)
    text = text.replaceAll(here, there)
  }
  return text
}

/** A folder with a certificate for localhost, in the forms that the proxies want it. */
export function folderWithCertificate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-proxy-'))
  const { cert, key } = selfSigned('DNS:localhost,IP:127.0.0.1')
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'both.pem'), cert + key)
  return folder
}

/** Resolves when the port takes connections. */
export async function listening(port: number): Promise<void> {
  await until(() => isListening(port), `port ${port} is open`)
}

interface Request {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** A browser at 127.0.0.7, which speaks TLS to a local port and accepts any certificate. */
export function browse(
  port: number,
  path: string,
  { body, ...asked }: Request = {},
): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      localAddress: '127.0.0.7',
      rejectUnauthorized: false,
      agent: false,
      ...asked,
      headers: { host: `localhost:${port}`, ...asked.headers },
    })
    sent.once('error', reject)
    sent.once('response', async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve(Object.assign(answer, { text: Buffer.concat(chunks).toString() }))
    })
    sent.end(body)
  })
}
