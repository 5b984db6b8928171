import type { IncomingMessage } from 'node:http'
import { type Answer, pageAnswer } from './answer.ts'
import { pathOf } from './restconf/target.ts'

/** What the web server in front of the RESTCONF server answers by itself. */
export function answerWebServer(request: IncomingMessage): Answer | undefined {
  if (countAuthorizations(request) > 1) return pageAnswer(400, 'Bad Request', close)
  if (hasOverlongHeader(request)) return pageAnswer(400, 'Request Header Or Cookie Too Large', close)
  const path = pathOf(request.url ?? '')
  if (path === '/.well-known/host-meta') return hostMeta
  // the device does this, and then refuses the address it sends to
  if (path.includes('//'))
    return pageAnswer(301, 'Moved Permanently', {
      Location: path.replaceAll(/\/{2,}/g, '/').replaceAll(':', '%3A'),
    })
  return path.startsWith('/restconf/') ? undefined : pageAnswer(404, 'Not Found')
}

const close = { Connection: 'close' }
const longestHeader = 8 * 1024

function countAuthorizations({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization').length
}

function hasOverlongHeader({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text) => text.length > longestHeader)
}

/** The link is left open, as on the real device: this is no well-formed XML. */
const hostMeta: Answer = {
  status: 200,
  mediaType: 'application/xrd+xml',
  body: "<XRD xmlns='http://docs.oasis-open.org/ns/xri/xrd-1.0'><Link rel='restconf' href='/restconf/'></XRD>",
}
