import {
  boolean,
  container,
  identity,
  identityref,
  integer,
  leaf,
  leafList,
  list,
  modelOf,
  other,
  string,
  union,
} from './schema.ts'

const ethernet = identity('if-type:ethernet')
const staticRoutes = identity('routes:static')
const interfaceType = identity('if:interface-type', [ethernet])
const protocolType = identity('rt:protocol', [staticRoutes])

const address = union(string({ patterns: ['[0-9.]+'] }), string({ patterns: ['[0-9a-f:]+'] }))

/** A model with a bit of everything, small enough to know by heart. */
export const interfacesModel = modelOf([
  container('if:interfaces', [
    list('interface', 'name', [
      leaf('name', string({ lengths: [[1, 15]] })),
      leaf('type', identityref(interfaceType), { mandatory: true }),
      leaf('enabled', boolean, { defaults: ['true'] }),
      leaf('speed', integer('uint64'), { use: 'ro' }),
      container('ip:ipv4', [
        leaf('mtu', integer('uint16', [68, 65_535])),
        list('address', 'ip', [leaf('ip', address), leaf('prefix-length', integer('uint8', [0, 32]))]),
      ]),
      other('action', 'reset'),
      other('choice', 'media', [
        other('case', 'copper', [leaf('cable', string())]),
        other('case', 'fibre', [leaf('wavelength', integer('uint16'))]),
      ]),
    ]),
  ]),
  container('rt:routing', [
    list('protocol', 'type name', [
      leaf('type', identityref(protocolType)),
      leaf('name', string()),
      leaf('metric', integer('uint32')),
    ]),
    list('hop', '', [leaf('via', string())], { use: 'ro' }),
  ]),
  container('sys:system', [
    leaf('hostname', string()),
    leafList('search', string(), { isUserOrdered: true }),
    leafList('group', string()),
    list('server', 'name', [leaf('name', string()), leaf('port', integer('uint16'))], {
      isUserOrdered: true,
    }),
    container('ntp', [leaf('iburst', boolean)], { presence: 'NTP is used' }),
    other('anydata', 'filter'),
    leaf('sys2:hostname', string()),
  ]),
  leaf('sys:flat', string()),
  other('rpc', 'sys:restart'),
])
