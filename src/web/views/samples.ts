import { english, fill, languages } from '../texts/languages.ts'
import {
  dataBody,
  dataLink,
  dataOperation,
  dataState,
  dataTable,
  operationLink,
  samplePage,
  search,
} from './data-samples.ts'
import type { Frame } from './frame.ts'
import { interfaceFacts, neighbour } from './interface-samples.ts'
import type { InterfaceRow } from './interface-views.ts'
import type { SessionRow, ViewData } from './view-data.ts'

/** Every view with full data. `say` stands for everything that comes from outside. */
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
      deviceName: undefined,
      shortcuts: [{ title: say, icon: 'globe', href: say }],
      deviceNameHref: say,
      idleChoices: [{ seconds: 0, label: say, isChosen: true }],
      menu: [{ title: say, groups: [{ title: say, entries: [entry(say, false), entry(say, true)] }] }],
      body: '<p>made by another view</p>',
      reload: say,
    },
    page: {
      ...frame,
      title: say,
      wanted: say,
      fragments: [
        { href: say, label: say },
        { href: say, label: say, refreshSeconds: 5 },
        { href: say, label: say, isOnDemand: true },
      ],
    },
    sessions: { ...frame, CsrfToken: say, title: say, rows: [session(say, true), session(say, false)] },
    about: { ...frame, title: say, version: say, runtime: say, parts: [part(say)] },
    'fragment-page': { ...frame, title: say, body: '<p>made by another view</p>' },
    'device-name': { ...frame, name: say },
    'overview-facts': { ...frame, ...facts(say) },
    'interface-table': { ...frame, rows: [row(say), { ...row(say), isDisabled: true }], omitted: 3 },
    'interface-facts': { ...frame, ...interfaceFacts(say, row(say)) },
    'interface-neighbours': { ...frame, neighbours: [neighbour(say)] },
    'data-page': { ...frame, ...samplePage(say) },
    'data-place': {
      ...frame,
      body: dataBody(say),
      filter: say,
      page: 1,
      pages: 1,
      href: say,
      query: [],
      missing: [say],
      secretsHref: say,
    },
    'data-compare': {
      ...frame,
      body: dataTable(say),
      sentence: say,
      notes: [say],
      secretsHref: say,
    },
    'data-top': {
      ...frame,
      modules: [{ name: say, description: say, links: [dataLink(say)], operations: [operationLink(say)] }],
      missing: [say],
    },
    'data-operation': { ...frame, ...dataOperation(say) },
    'data-state': { ...frame, ...dataState(say) },
    'data-search-page': { ...frame, ...search(say) },
    'data-results': { ...frame, ...search(say) },
    'fragment-problem': { ...frame, kind: 'dead', says: say, retryHref: say },
  }
}

const frame: Frame = {
  text: english.text,
  fill,
  format: english.format,
  language: 'en',
  direction: 'ltr',
  languages,
  theme: 'auto',
  asset: (name) => `/assets/${name}`,
  isSecure: false,
  banner: '',
}

const moment = '2026-11-21T02:36:15Z'

const entry = (say: string, newTab: boolean) =>
  ({ title: say, href: say, icon: 'gauge', current: !newTab, newTab }) as const

const part = (say: string) => ({ name: say, version: say, licence: say })

function session(say: string, isCurrent: boolean): SessionRow {
  return {
    id: say,
    isCurrent,
    createdAt: moment,
    lastSeenAt: moment,
    endsAt: moment,
    address: say,
    browser: say,
  }
}

function facts(say: string): Omit<ViewData['overview-facts'], keyof Frame> {
  return {
    hostname: say,
    contact: say,
    location: say,
    osName: say,
    osVersion: say,
    machine: say,
    uptime: 90_000_000,
    clock: moment,
    bootTime: moment,
    memory: { used: 36n, available: 64n, total: 100n, usedShare: 0.36 },
    load: [{ minutes: 1, load: 0.95 }],
  }
}

function row(say: string): InterfaceRow {
  return {
    name: say,
    href: say,
    type: say,
    description: say,
    isDisabled: false,
    state: 'up',
    addresses: [say],
    mac: say,
    speed: 1_000_000_000n,
    received: 24_412_345_678n,
    sent: undefined,
  }
}
