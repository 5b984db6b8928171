import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { compileModel } from '../../src/yang/compile.ts'
import type { Model } from '../../src/yang/model.ts'

const folder = '../shared'

/** The models of Infix OS and the recorded answers of two real servers are kept outside the project. */
export const hasRecordings = existsSync(`${folder}/yang/infix.json`) && existsSync(`${folder}/device-samples`)

export function infixModel(): Model {
  const texts = readdirSync(`${folder}/yang/infix`).map((name) => ({
    name,
    text: readFileSync(`${folder}/yang/infix/${name}`, 'utf8'),
  }))
  const library: { name: string; rev: string; features: string[] }[] = JSON.parse(
    readFileSync(`${folder}/yang/infix.json`, 'utf8'),
  )
  const modules = library.map(({ rev, ...module }) => ({ ...module, revision: rev, isImplemented: true }))
  return compileModel({ texts, library: { modules } })
}

export interface Recording {
  readonly name: string
  /** The requested path, below `/data` or a datastore. */
  readonly path: string
  readonly json: unknown
}

/** Every recorded answer to a GET of data, from Infix (rousette) or from clixon. */
export function recordings(server: 'rousette' | 'clixon'): readonly Recording[] {
  const files = readdirSync(`${folder}/device-write-samples`).filter((name) => name.startsWith(server))
  const exchanges = files.flatMap((name) =>
    readFileSync(`${folder}/device-write-samples/${name}`, 'utf8')
      .split(/^(?=> )/m)
      .flatMap((exchange) => readExchange(name, exchange)),
  )
  return server === 'rousette' ? [...exchanges, ...wholeFiles()] : exchanges
}

const answered = /^> GET \/restconf\/(?:data|ds\/[^/ ]+)(\/?[^ ?]*)(\?\S*)? .*\n< HTTP\S* 200/

function readExchange(name: string, exchange: string): readonly Recording[] {
  const [, path, query = ''] = answered.exec(exchange) ?? []
  const body = exchange.slice(exchange.indexOf('\n\n')).replace(/^(?:-{20,}|#)[\s\S]*/m, '')
  // With a depth, clixon answers with something that is not JSON.
  if (path === undefined || body.includes('(null)')) return []
  return [{ name: `${name} ${path}${query}`, path, json: JSON.parse(body) }]
}

function wholeFiles(): readonly Recording[] {
  return readdirSync(`${folder}/device-samples`).map((name) => ({
    name,
    path: '',
    json: JSON.parse(readFileSync(`${folder}/device-samples/${name}`, 'utf8')),
  }))
}
