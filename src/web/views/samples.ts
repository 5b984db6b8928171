import { textsFor } from '../texts/texts.ts'
import type { Frame, InterfaceRow, SessionRow, ViewData } from './render.ts'

/** Every view with everything in it, for tests. `say` stands for whatever came from outside. */
export function samples(say: string): ViewData {
  return {
    login: { ...frame, banner: say, Error: say, CsrfToken: say, Username: say, Notice: say },
    message: { ...frame, CsrfToken: say, title: say, sentence: say, link: { href: say, label: say } },
    layout: {
      ...frame,
      CsrfToken: say,
      username: say,
      title: say,
      consoleUrl: say,
      networkBrowserUrl: say,
      deviceNameHref: say,
      menu: [{ title: say, groups: [{ title: say, entries: [entry(say, false), entry(say, true)] }] }],
      path: say,
      body: '<p>made by another view</p>',
    },
    overview: { ...frame, title: say, fragments: [{ href: say, label: say }] },
    interfaces: { ...frame, title: say, fragments: [{ href: say, label: say, refreshSeconds: 5 }] },
    sessions: { ...frame, CsrfToken: say, title: say, rows: [session(say, true), session(say, false)] },
    'fragment-page': { ...frame, title: say, body: '<p>made by another view</p>' },
    'device-name': { ...frame, name: say },
    'overview-facts': { ...frame, ...facts(say) },
    'interface-table': { ...frame, rows: [row(say), { ...row(say), adminState: 'down' }] },
    'fragment-problem': { ...frame, kind: 'dead', retryHref: say },
  }
}

const frame: Frame = {
  text: textsFor('en'),
  language: 'en',
  direction: 'ltr',
  theme: 'auto',
  asset: (name) => `/assets/${name}`,
  isSecure: false,
  banner: '',
}

const entry = (say: string, newTab: boolean) =>
  ({ title: say, href: say, icon: 'gauge', current: !newTab, newTab }) as const

function session(say: string, isCurrent: boolean): SessionRow {
  const time = { iso: say, text: say }
  return { id: say, isCurrent, createdAt: time, lastSeenAt: time, address: say, browser: say }
}

function facts(say: string): Omit<ViewData['overview-facts'], keyof Frame> {
  const time = { iso: say, text: say }
  return {
    hostname: say,
    contact: say,
    location: say,
    osName: say,
    osVersion: say,
    machine: say,
    uptime: say,
    clock: time,
    bootTime: time,
    memory: { usedShare: 0.36, used: say, available: say, total: say },
    load: [{ minutes: 1, text: say, share: 0.95 }],
  }
}

function row(say: string): InterfaceRow {
  return {
    name: say,
    type: say,
    description: say,
    adminState: 'up',
    operState: 'up',
    addresses: [say],
    mac: say,
    speed: say,
    received: { octets: say, text: say },
    sent: undefined,
  }
}
