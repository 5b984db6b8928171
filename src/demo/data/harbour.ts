import { isObject, type Json, type JsonObject, member } from '../json.ts'

/** One node of every kind that a model can describe. */
export const harbourConfig: JsonObject = {
  name: 'Old Harbour',
  unlocode: 'XXOLD',
  master: { name: 'Åsa Öberg', channel: 12 },
  'gate-code': '4711-quay',
  crest: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  open: [null],
  lights: 60,
  'working-days': 'monday tuesday wednesday thursday friday saturday',
  uplink: 'e10',
  watched: "/ietf-interfaces:interfaces/interface[name='e10']/statistics/in-octets",
  priority: ['South Quay', 'North Quay', 'East Quay'],
  pilots: {},
  'minimum-depth': '9.25',
  berth: [
    {
      quay: 'North Quay',
      number: 1,
      nickname: 'The deep one',
      depth: '11.40',
      takes: ['harbour:containers', 'harbour:grain'],
      bollard: [{ number: 2, strength: 800 }, { number: 1 }, { number: 3, strength: 400 }],
      'harbour-lights:light': { colour: 'green', range: 3, rhythm: 'Fl(2)' },
    },
    { quay: 'North Quay', number: 2, depth: '7.05', takes: ['harbour:milk'] },
    { quay: 'South Quay', number: 1, depth: '4.00', 'harbour-lights:light': { rhythm: 'Iso' } },
    { quay: 'South Quay', number: 10, depth: '1.20', nickname: 'For rowing boats / "dinghies"' },
    { quay: 'East Quay', number: 2, depth: '6.30', takes: ['harbour:liquid'] },
  ],
}

/** The configuration, and the state below it. */
export function harbourNow(config: JsonObject, crates: number, now: Date): JsonObject {
  const berths = member(config, 'berth')
  return {
    ...config,
    tonnage: '9223372036854775000',
    ...(Array.isArray(berths) ? { berth: berths.map(withShip) } : {}),
    tide: [6, 5, 4, 3, 2, 1].map((hours) => tide(new Date(now.getTime() - hours * 3_600_000))),
    register: { crate: Array.from({ length: crates }, (_, index) => crate(index + 1)) },
  }
}

function withShip(berth: Json): Json {
  if (!isObject(berth)) return berth
  const ship = ships[`${berth.quay} ${berth.number}`]
  return ship ? { ...berth, ship } : berth
}

const ships: Readonly<Record<string, JsonObject>> = {
  'North Quay 1': {
    name: 'Svea af Västervik',
    draught: '9.80',
    since: '2026-02-28T21:15:00+01:00',
    cargo: 'harbour:containers',
    papers: {
      'shipper:bill': { from: 'Gdańsk', boxes: 214, sealed: true, remarks: ['fragile', '<this side up>'] },
    },
  },
  'East Quay 2': { name: 'Milky Way', draught: '3.10', since: '2026-03-01T05:40:00Z', cargo: 'harbour:milk' },
}

function tide(at: Date): JsonObject {
  const level = 1.2 * Math.sin(at.getTime() / 7_115_000)
  return { at: at.toISOString().replace(/\.\d+Z$/, 'Z'), level: level.toFixed(2) }
}

const kinds = ['harbour:grain', 'harbour:containers', 'harbour:milk']

function crate(id: number): JsonObject {
  const owner = `Trader ${String((id * 7) % 83).padStart(2, '0')}`
  return { id, cargo: kinds[id % kinds.length] ?? '', weight: String(180 + ((id * 37) % 900)), owner }
}
