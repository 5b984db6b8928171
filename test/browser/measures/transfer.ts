import type { Page } from '@playwright/test'

export interface Transfer {
  readonly requests: number
  /** Over the wire: compressed, headers included. */
  readonly bytes: number
}

/** What opening the path costs a browser that has nothing in its cache. */
export async function measureTransfer(page: Page, path: string): Promise<Transfer> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  let requests = 0
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await wire.detach()
  return { requests, bytes }
}
