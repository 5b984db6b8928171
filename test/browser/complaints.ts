import type { Browser, BrowserContext } from '@playwright/test'

/** Collects what the browser finds wrong with our pages, in every window a test opens. */
export function collectComplaints(browser: Browser): { stop(): string[] } {
  const complaints: string[] = []
  const listen = (context: BrowserContext) => {
    // A breach of the content security policy is reported here too.
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (webError) => complaints.push(`uncaught: ${webError.error().message}`))
  }
  browser.on('context', listen)
  return {
    stop() {
      browser.off('context', listen)
      return complaints
    },
  }
}
