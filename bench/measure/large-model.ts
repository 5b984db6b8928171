import type { ServedModule } from '../../src/demo/modules.ts'

const MODULES = 34
const LISTS = 20

/** Some 23,000 nodes, built as OpenConfig builds them: config and state of one grouping, keys that refer to it. */
export const largeModules: readonly ServedModule[] = [
  served('large-types', typesText()),
  ...Array.from({ length: MODULES }, (_, at) => served(`large-${at}`, moduleText(at))),
]

function served(name: string, body: string): ServedModule {
  const namespace = `urn:${name}`
  const text = `module ${name} { yang-version 1.1; namespace "${namespace}"; prefix own; ${body} revision 2026-01-01; }`
  const lists = { features: [], submodules: [], deviations: [] }
  return { name, revision: '2026-01-01', namespace, text, isImplemented: true, ...lists }
}

function typesText(): string {
  return `
    identity protocol; identity tcp { base protocol; } identity udp { base protocol; }
    typedef percentage { type uint8 { range "0..100"; } units percent; }
    typedef address { type union {
      type string { pattern '(([0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])\\.){3}([0-9]|[1-9][0-9])'; }
      type string { pattern '[0-9a-fA-F:]+'; } } }
    typedef admin { type enumeration { enum up; enum down; enum testing; } default up; }`
}

/** Its `revision` comes last, where no compiler minds. */
function moduleText(at: number): string {
  const lists = Array.from({ length: LISTS }, (_, number) => listText(`${at}-${number}`)).join('\n')
  const augment =
    at === 0
      ? ''
      : `augment "/before:top/before:group-${at - 1}-0" {
          when "before:config/before:protocol = 'types:tcp'"; container more-${at} { uses settings-${at}-0; } }`
  return `import large-types { prefix types; } ${at === 0 ? '' : `import large-${at - 1} { prefix before; }`}
    container top { ${lists} } ${augment}
    ${Array.from({ length: LISTS }, (_, number) => groupingText(`${at}-${number}`)).join('\n')}`
}

function listText(id: string): string {
  return `list group-${id} { key name;
    leaf name { type leafref { path "../config/name"; } description "Refers to the configured name of ${id}."; }
    container config { description "What is configured of ${id}."; uses settings-${id}; }
    container state { config false; description "What is in use of ${id}."; uses settings-${id};
      leaf in-octets { type uint64; units octets; } leaf out-octets { type uint64; units octets; } } }`
}

function groupingText(id: string): string {
  const about = (what: string) =>
    `description "The ${what} of ${id}, as it was set or as it is in use by the system.";`
  return `grouping settings-${id} {
    leaf name { type string { length "1..64"; } ${about('name')} }
    leaf protocol { type identityref { base types:protocol; } default "types:tcp"; ${about('protocol')} }
    leaf address { type types:address; ${about('address')} }
    leaf load { type types:percentage { range "1..90"; } default 10; ${about('load')} }
    leaf admin { type types:admin; ${about('state')} }
    leaf-list peer { type types:address; ${about('peers')} ordered-by user; }
    leaf ratio { type decimal64 { fraction-digits 2; range "-10..10.5"; } ${about('ratio')} }
    choice mode { leaf fast { type empty; } container slow { leaf wait { type uint16; units ms; default 100; } } }
    leaf flags { type bits { bit one; bit two { position 4; } } must "../admin = 'up'"; ${about('flags')} } }`
}
