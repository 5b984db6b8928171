import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { demoAccounts, everything, limited, nothing } from '../../../src/demo/accounts.ts'
import { readJson } from '../../../src/demo/json.ts'
import { faultList } from './faults.ts'
import type { TestDevice } from './test-device.ts'

const root = '/demo/'

export function isControl(request: IncomingMessage): boolean {
  return (request.url ?? '').startsWith(root)
}

/** The control door, `/demo/…`: for this machine only, and closed to web pages. */
export async function answerControl(
  device: TestDevice,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!comesFromHere(request))
    return send(response, 403, { error: 'the control door is for this machine only' })
  const command = commands[`${request.method} ${request.url?.slice(root.length)}`]
  if (!command) return send(response, 404, { commands: Object.keys(commands) })
  try {
    const said = await command(device, await readJson(request))
    send(response, said === undefined ? 204 : 200, said)
  } catch (error) {
    send(response, 400, { error: error instanceof z.ZodError ? z.prettifyError(error) : String(error) })
  }
}

type Command = (device: TestDevice, body: unknown) => unknown

const commands: Readonly<Record<string, Command>> = {
  'GET journal': ({ journal }) => ({
    open: journal.open,
    maxOpen: journal.maxOpen,
    entries: journal.entries,
  }),
  'DELETE journal': ({ journal }) => journal.clear(),
  'GET faults': ({ faults }) => faults.list,
  'PUT faults': ({ faults }, body) => {
    const list = faultList.parse(body)
    faults.clear()
    for (const { fault, on } of list) faults.set(fault, on)
  },
  'DELETE faults': ({ faults }) => faults.clear(),
  'PUT accounts': ({ accounts }, body) => accounts.replaceAll(accountList.parse(body).map(toAccount)),
  'DELETE accounts': ({ accounts }) => accounts.replaceAll(demoAccounts),
  'DELETE everything': ({ accounts, datastore, faults, journal }) => {
    accounts.replaceAll(demoAccounts)
    datastore.reset()
    faults.clear()
    journal.clear()
  },
}

const accessByName = { everything, limited, nothing }
const accountList = z.array(
  z.strictObject({
    name: z.string().min(1),
    password: z.string().min(1),
    access: z.enum(['everything', 'limited', 'nothing']).default('everything'),
    locked: z.boolean().default(false),
  }),
)

function toAccount(given: z.infer<typeof accountList>[number]) {
  return { ...given, access: accessByName[given.access] }
}

/**
 * A browser names the page that sends a request, and a page has no business here. One that got here by
 * a name of its own for this address (DNS rebinding) is known by that name.
 */
function comesFromHere({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const isLoopback = address === '::1' || address.startsWith('127.')
  const isOwnName = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(headers.host ?? '')
  const isFromPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  return isLoopback && isOwnName && !isFromPage
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
