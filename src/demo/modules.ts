import harbour from './yang/harbour.yang' with { type: 'text' }
import harbourLights from './yang/harbour-lights.yang' with { type: 'text' }
import dot1ab from './yang/ieee802-dot1ab-lldp.yang' with { type: 'text' }
import ethernet from './yang/ieee802-ethernet-interface.yang' with { type: 'text' }
import datastores from './yang/ietf-datastores.yang' with { type: 'text' }
import inetTypes from './yang/ietf-inet-types.yang' with { type: 'text' }
import interfaces from './yang/ietf-interfaces.yang' with { type: 'text' }
import ip from './yang/ietf-ip.yang' with { type: 'text' }
import acm from './yang/ietf-netconf-acm.yang' with { type: 'text' }
import netconfMonitoring from './yang/ietf-netconf-monitoring.yang' with { type: 'text' }
import restconfMonitoring from './yang/ietf-restconf-monitoring.yang' with { type: 'text' }
import routing from './yang/ietf-routing.yang' with { type: 'text' }
import system from './yang/ietf-system.yang' with { type: 'text' }
import library from './yang/ietf-yang-library.yang' with { type: 'text' }
import yangTypes from './yang/ietf-yang-types.yang' with { type: 'text' }
import ifBase from './yang/infix-if-base.yang' with { type: 'text' }
import ifBridge from './yang/infix-if-bridge.yang' with { type: 'text' }
import ifType from './yang/infix-if-type.yang' with { type: 'text' }
import ifVlan from './yang/infix-if-vlan.yang' with { type: 'text' }
import ifWifi from './yang/infix-if-wifi.yang' with { type: 'text' }
import infixInterfaces from './yang/infix-interfaces.yang' with { type: 'text' }
import services from './yang/infix-services.yang' with { type: 'text' }
import infixSystem from './yang/infix-system.yang' with { type: 'text' }

/** A module as the device's library names it, with its text. */
export interface ServedModule {
  readonly name: string
  readonly revision: string
  readonly namespace: string
  readonly text: string
  /** Import-only modules lend their types to others and have no data here. */
  readonly isImplemented: boolean
  readonly features: readonly string[]
  readonly submodules: readonly { readonly name: string; readonly revision: string; readonly text: string }[]
  /** Modules that deviate from this one. */
  readonly deviations: readonly string[]
}

/** The modules that describe the demo device. They imitate standard ones where those have the names, in our own words. */
export const ownModules: readonly ServedModule[] = [
  served(datastores),
  served(acm),
  served(library),
  served(restconfMonitoring),
  served(netconfMonitoring),
  served(interfaces, { features: ['if-mib'], deviations: ['infix-interfaces'] }),
  served(ip, { features: ['ipv6-privacy-autoconf'] }),
  served(ethernet),
  served(dot1ab),
  served(system, { features: ['local-users', 'ntp', 'timezone-name'], deviations: ['infix-system'] }),
  served(routing),
  served(ifType),
  served(infixInterfaces, {
    features: ['vlan-filtering', 'containers', 'wifi'],
    submodules: [ifBase, ifBridge, ifVlan, ifWifi].map(named),
  }),
  served(services),
  served(infixSystem),
  served(harbour, { features: ['pilots'], deviations: ['harbour-lights'] }),
  served(harbourLights),
  served(yangTypes, { isImplemented: false }),
  served(inetTypes, { isImplemented: false }),
]

type Options = Partial<Pick<ServedModule, 'features' | 'submodules' | 'deviations' | 'isImplemented'>>

function served(text: string, options: Options = {}): ServedModule {
  return {
    ...named(text),
    namespace: /^ {2}namespace "(.+)";$/m.exec(text)?.[1] ?? '',
    isImplemented: true,
    features: [],
    submodules: [],
    deviations: [],
    ...options,
  }
}

/** The first revision in a text is its newest. */
function named(text: string) {
  const [, name = ''] = /^(?:sub)?module (\S+) \{$/m.exec(text) ?? []
  const [, revision = ''] = /^ {2}revision (\S+?);? ?\{?$/m.exec(text) ?? []
  return { name, revision, text }
}
