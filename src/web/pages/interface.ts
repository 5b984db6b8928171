import type { Context } from 'hono'
import { encodeKey } from '../../data/paths/path-steps.ts'
import { DeviceError } from '../../device/device-error.ts'
import type { ModelState } from '../../model/model-state.ts'
import type { Session } from '../../session/session.ts'
import { wantsWhole } from '../renderer.ts'
import { forSession, type Route } from '../routes.ts'
import type { Scope } from '../scope.ts'
import { interfaceView, neighboursOf } from './interface-view.ts'
import { interfaces } from './interfaces.ts'
import { defineFragment, type Fragment } from './page.ts'
import { type PageRouteParts, showFragment, showPage } from './routes.ts'

const MAX_NAME = 256
/** No interface has such a name, so the device is not asked for one. */
const misleading = /\p{Cc}|(?:^|\/)\.{1,2}(?:\/|$)/u
const LLDP = { module: 'ieee802-dot1ab-lldp', name: 'lldp' } as const

interface InterfaceParts extends PageRouteParts {
  readonly modelOf: (session: Session) => ModelState
}

/** `/interfaces/<name>`: one interface. Its neighbours are a separate call to the device, made on demand. */
export function interfaceRoute(parts: InterfaceParts): Route {
  const show = forSession((c, session) => {
    const name = nameIn(c)
    if (name === undefined) return parts.renderer.showMessage(c, 404)
    const asked = { c, session }
    const part = c.req.query('part')
    if (part === 'neighbours') return showFragment(parts, neighbours(name), asked)
    if (part === 'facts' || wantsWhole(c)) return showFragment(parts, facts(name), asked)
    const fragments = [facts(name), ...(hasLldp(parts.modelOf(session)) ? [neighbours(name)] : [])]
    return showPage(parts, { ...interfaces, ...titled(name), fragments, isOfOne: true }, asked)
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

/** Without a model, whether the device has LLDP is not known: its answer shows it. */
function hasLldp(state: ModelState): boolean {
  if (state.kind !== 'ready') return true
  return state.known.model.roots.some(({ module, name }) => module === LLDP.module && name === LLDP.name)
}

const titled = (name: string) => ({ path: `/interfaces/${encodeKey(name)}`, title: () => name })

function facts(name: string): Fragment {
  const resource = `ietf-interfaces:interfaces/interface=${encodeKey(name)}`
  const { path, title } = titled(name)
  return defineFragment({
    path: `${path}?part=facts`,
    title,
    refreshSeconds: 5,
    isOfOne: true,
    async load(device) {
      const one = interfaceView(await device(resource))
      if (!one.row) throw new DeviceError('absent', 'nothing')
      return one
    },
    template: 'interface-facts',
    view: (one) => ({ ...one, dataHref: `/data/${resource}` }),
  })
}

/** The neighbours at the other end of the cable. */
function neighbours(name: string): Fragment {
  return defineFragment({
    path: `${titled(name).path}?part=neighbours`,
    title: (text) => text.interfaces.one.neighbours,
    isOnDemand: true,
    load: (device) => device(`${LLDP.module}:${LLDP.name}`),
    template: 'interface-neighbours',
    view: (answer) => ({ neighbours: neighboursOf(answer, name) }),
  })
}
