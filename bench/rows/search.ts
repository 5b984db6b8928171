import { indexWork } from '../../src/web/data/search-index.ts'
import { searchModel } from '../../src/web/data/search-model.ts'
import { compileModel } from '../../src/yang/compile.ts'
import type { Model } from '../../src/yang/model.ts'
import { finish } from '../../src/yang/work.ts'
import { median } from '../measure/statistics.ts'
import type { Report, Row } from '../row.ts'

const NODES = 25_000
const AIM_MS = 20
const ROUNDS = 40
const queries = ['mtu', '10.0.0.1', 'e', 'interface mtu', 'full duplex port', 'packets sent', 'xyzzy']

/** From a query to its results, in a model as large as all of OpenConfig and the IETF's modules are. */
export const search: Row = {
  name: 'search',
  async measure(_, { share }): Promise<Report> {
    const index = finish(indexWork(largeModel()))
    const rounds = Math.max(5, Math.round(ROUNDS * share))
    const times = queries.map((query) => {
      const taken = Array.from({ length: rounds }, () => timeOf(() => searchModel(index, query, [])))
      return { query, ms: median(taken) }
    })
    const slowest = Math.max(...times.map(({ ms }) => ms))
    return {
      findings: [
        {
          what: `search over ${index.nodes.length} nodes, the slowest of ${queries.length} queries`,
          against: '',
          aim: `< ${AIM_MS} ms`,
          measured: `${slowest.toFixed(1)} ms`,
          isMet: slowest < AIM_MS,
        },
      ],
      plots: [
        {
          title: `Search over ${index.nodes.length} nodes`,
          unit: 'ms',
          lines: times.map(({ query, ms }) => ({ label: query, value: ms })),
        },
      ],
    }
  },
}

function timeOf(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** Lists of leaves with descriptions of an ordinary length; no two nodes have the same texts. */
function largeModel(): Model {
  const leaf = (at: number) =>
    `leaf ${['mtu', 'in-packets', 'peer-address', 'admin-state', 'interface-speed'][at % 5]}-${at} {
      type enumeration { enum full; enum half; enum duplex-${at}; }
      description "Counts the packets that were sent on this port, or says how it is set up. It is kept over a restart of the device, and number ${at} of its kind. Changing it interrupts the traffic for a moment.";
    }`
  const list = (at: number) =>
    `list group-${at} { key name; leaf name { type string; } ${Array.from({ length: 98 }, (_, leafAt) => leaf(100 * at + leafAt)).join('\n')} }`
  const names = Array.from({ length: NODES / 1_000 }, (_, at) => `large-${at}`)
  const texts = names.map((name, at) => ({
    name,
    text: `module ${name} { namespace "urn:${name}"; prefix l; container top { ${Array.from({ length: 10 }, (_, listAt) => list(10 * at + listAt)).join('\n')} } }`,
  }))
  const modules = names.map((name) => ({ name, revision: undefined, isImplemented: true, features: [] }))
  return compileModel({ texts, library: { modules } })
}
