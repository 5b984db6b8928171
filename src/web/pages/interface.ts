import type { Context } from 'hono'
import { encodeKey } from '../../data/paths/path-steps.ts'
import { DeviceError } from '../../device/device-error.ts'
import { forSession, type Route } from '../routes.ts'
import type { Scope } from '../scope.ts'
import { interfaceView, neighboursOf } from './interface-view.ts'
import { interfaces } from './interfaces.ts'
import { defineFragment, type Page, type Reader } from './page.ts'
import { type PageRouteParts, showFragment, showPage } from './routes.ts'

const MAX_NAME = 256
/** No interface is called so, and no device is asked for it. */
const misleading = /\p{Cc}|(?:^|\/)\.{1,2}(?:\/|$)/u
const LLDP = 'ieee802-dot1ab-lldp:lldp'

/** `/interfaces/<name>`: one interface, with what the device says of it and of what it is connected to. */
export function interfaceRoute(parts: PageRouteParts): Route {
  const show = forSession((c, session) => {
    const name = nameIn(c)
    if (name === undefined) return parts.renderer.showMessage(c, 404)
    const page = pageOf(name)
    const [wanted] = c.req.query('part') === 'facts' ? page.fragments : []
    return wanted ? showFragment(parts, wanted, { c, session }) : showPage(parts, page, { c, session })
  })
  return { path: '/interfaces/*', access: 'session', methods: { GET: show } }
}

/** Hono decodes its path, and a name may hold a slash: so the address is read as it was sent. */
function nameIn(c: Context<Scope>): string | undefined {
  const encoded = new URL(c.req.url).pathname.slice('/interfaces/'.length)
  if (encoded.includes('/')) return undefined
  try {
    const name = decodeURIComponent(encoded)
    return name === '' || name.length > MAX_NAME || misleading.test(name) ? undefined : name
  } catch {
    return undefined
  }
}

function pageOf(name: string): Page {
  const path = `/interfaces/${encodeKey(name)}`
  const resource = `ietf-interfaces:interfaces/interface=${encodeKey(name)}`
  const facts = defineFragment({
    path: `${path}?part=facts`,
    title: () => name,
    refreshSeconds: 5,
    load: (device) => Promise.all([device(resource), readIfThere(device, LLDP)]),
    template: 'interface-facts',
    view: ([answer, lldp]) => ({
      ...interfaceView(answer),
      neighbours: neighboursOf(lldp, name),
      dataHref: `/data/${resource}`,
    }),
  })
  return { ...interfaces, path, title: () => name, fragments: [facts], isOfOne: true }
}

/** A device without LLDP, or one that keeps it from this account, has nothing to tell of neighbours: no problem of the page. */
async function readIfThere(device: Reader, resource: string): Promise<unknown> {
  try {
    return await device(resource)
  } catch (error) {
    if (error instanceof DeviceError && error.kind !== 'rejected') return undefined
    throw error
  }
}
