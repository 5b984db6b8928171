import { expect, test } from 'bun:test'
import { compileYang } from '../../../test/support/compile-yang.ts'
import { findPlace } from '../../data/paths/find-place.ts'
import { pathOf } from '../../data/paths/place.ts'
import { finish } from '../../yang/work.ts'
import { MAX_HITS } from './node-search.ts'
import { indexWork } from './search-index.ts'
import { searchModel } from './search-model.ts'

const model = compileYang([
  `module net {
    container interfaces {
      list interface {
        key name;
        leaf name { type string; }
        leaf link-mtu { type uint16; }
        leaf amtux { type uint16; }
        leaf mtu { type uint16; description "Largest packet."; }
        leaf duplex { type enumeration { enum half; enum full; } }
        container ipv4 { leaf mtu-source { type string; } }
      }
    }
    container system { leaf mtusize { type uint16; } leaf note { type string; description "About the mtu."; } }
    container services { list service { key name; leaf name { type string; }
      action reload { input { leaf gently { type string; } } } notification stopped { leaf why { type string; } } } }
    rpc restart;
  }`,
])
const index = finish(indexWork(model))
const paths = (query: string, seen: Parameters<typeof searchModel>[2] = []) =>
  searchModel(index, query, seen).map(({ place, node }) => `${pathOf(place)} ${node.name}`)

test('exact names stand first, then beginnings, words, parts and descriptions', () => {
  expect(searchModel(index, 'MTU', []).map(({ node }) => node.name)).toEqual([
    'mtu',
    'mtusize',
    'mtu-source',
    'link-mtu',
    'amtux',
    'note',
  ])
})

test('what stands below a list is found on the page of the list', () => {
  expect(paths('link-mtu')).toEqual(['/net:interfaces/interface link-mtu'])
  expect(paths('mtusize')).toEqual(['/net:system/mtusize mtusize'])
})

test('the values of an enumeration find their leaf', () => {
  expect(paths('half')).toEqual(['/net:interfaces/interface duplex'])
})

test('all words must be found, in the node or above it', () => {
  expect(paths('ipv4 mtu')).toEqual(['/net:interfaces/interface mtu-source'])
  expect(paths('ipv4 duplex')).toEqual([])
  expect(paths('   ')).toEqual([])
})

test('operations and notifications are found, what they carry is not', () => {
  expect(paths('restart')).toEqual(['/net:restart restart'])
  expect(paths('reload')).toEqual(['/net:services/service/reload reload'])
  expect(paths('stopped')).toEqual(['/net:services/service/stopped stopped'])
  expect(paths('gently why')).toEqual([])
  expect(paths('gently')).toEqual([])
})

test('an entry that was seen is found by its key, and what is inside of it by both', () => {
  const found = findPlace(model, '/net:interfaces/interface=10.0.0.1')
  const place = found.kind === 'place' ? found.place : undefined
  const seen = place ? [{ place, keys: ['10.0.0.1'] }] : []
  expect(paths('10.0.0.1', seen)).toEqual(['/net:interfaces/interface=10.0.0.1 interface'])
  expect(paths('0.0.1', seen)).toEqual(['/net:interfaces/interface=10.0.0.1 interface'])
  expect(paths('mtu 10.0.0.1', seen)[0]).toBe('/net:interfaces/interface=10.0.0.1/mtu mtu')
  expect(paths('10.0.0.1')).toEqual([])
})

test('a search shows at most fifty results', () => {
  const leaves = Array.from({ length: 200 }, (_, at) => `leaf mtu${at} { type string; }`).join('\n')
  const many = finish(indexWork(compileYang([`module many { ${leaves} }`])))
  expect(searchModel(many, 'mtu', [])).toHaveLength(MAX_HITS)
})
