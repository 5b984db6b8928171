import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../../src/cli/self-signed.ts'
import { startTestDevice } from '../../test/support/device/test-device.ts'
import { type RunningService, startService } from './running-service.ts'

/** How many connections were made while certificates were renewed, and how many of them came to nothing. */
export interface Renewals {
  readonly renewals: number
  readonly answered: number
  readonly lost: number
}

const RENEWALS = 20
const BROWSERS = 24

/** Renews the certificate again and again under the eyes of browsers that make a connection for each request. */
async function renewUnderLoad(): Promise<Renewals> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-renewals-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  putCertificate(cert, key)
  const device = await startTestDevice()
  const service = await startService(device.url, '--tls-cert', cert, '--tls-key', key)
  const browsing = startBrowsing(service)
  for (let count = 0; count < RENEWALS; count++) {
    await browsing.more(300)
    putCertificate(cert, key)
    process.kill(service.pid, 'SIGHUP')
  }
  await browsing.more(300)
  const { answered, lost } = await browsing.stop()
  await service.stop()
  await device.stop()
  rmSync(folder, { recursive: true })
  return { renewals: RENEWALS, answered, lost }
}

function putCertificate(certFile: string, keyFile: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(certFile, selfSigned(['127.0.0.1'], privateKey))
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}

function startBrowsing({ url }: RunningService) {
  const counts = { answered: 0, lost: 0 }
  let isOver = false
  async function browse(): Promise<void> {
    while (!isOver) {
      try {
        const { status } = await fetch(`${url}/login`, {
          keepalive: false,
          tls: { rejectUnauthorized: false },
        })
        if (status !== 200) throw new Error(`status ${status}`)
        counts.answered++
      } catch {
        counts.lost++
      }
    }
  }
  const browsers = Promise.all(Array.from({ length: BROWSERS }, browse))
  return {
    /** Resolves after so many more answers. */
    async more(count: number) {
      const enough = counts.answered + count
      while (counts.answered < enough) await Bun.sleep(5)
    },
    async stop() {
      isOver = true
      await browsers
      return counts
    },
  }
}

if (import.meta.main) console.log(JSON.stringify(await renewUnderLoad()))
