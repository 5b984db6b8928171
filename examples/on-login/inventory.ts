/**
 * A post-login hook: after each login it notes, in the background, which device this is and which interfaces it has.
 *
 *   portico --restconf https://192.0.2.1/restconf --on-login examples/on-login/inventory.ts
 *
 * The folder in the variable INVENTORY_DIR (default: `inventory` in the working directory) then holds one JSON file for
 * each device, named after its host name and readable by the service's own user only. A reader of the folder finds a
 * whole file or none: each is written beside its place and moved there.
 *
 * How a hook is written:
 * - Its default export is called with `{ username, password, device }` after each login, and awaited for at most 5 s.
 *   So it starts its work, does not wait for it, and returns.
 * - `device.get('module:path')` reads the device as the user who has just logged in: it sees what that user may see.
 * - Work that goes on after the hook has returned is the hook's own: what it throws is caught here.
 * - The file is code with everybody's passwords in reach: it is refused when others than its owner may write it.
 */

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** All that this hook needs of what it is given. The password is not among it. */
interface Login {
  readonly username: string
  readonly device: { get(resource: string): Promise<unknown> }
}

export default function noteInventory({ username, device }: Login): void {
  writeInventory(device).catch((error: unknown) => {
    console.error(`inventory: not written after the login of ${JSON.stringify(username)}: ${String(error)}`)
  })
}

/** One read after the other: a device hashes the password for each, and people are waiting for it too. */
async function writeInventory(device: Login['device']): Promise<void> {
  const system = await readIfAllowed(device, 'ietf-system:system')
  const state = await device.get('ietf-system:system-state')
  const interfaces = await device.get('ietf-interfaces:interfaces')
  const hostname = textAt(system, 'ietf-system:system', 'hostname') ?? 'unnamed'
  await writeWhole(`${fileNameOf(hostname)}.json`, {
    hostname,
    machine: textAt(state, 'ietf-system:system-state', 'platform', 'machine'),
    software: textAt(state, 'ietf-system:system-state', 'platform', 'os-version'),
    interfaces: listAt(interfaces, 'ietf-interfaces:interfaces', 'interface').map((entry) => ({
      name: textAt(entry, 'name'),
      type: textAt(entry, 'type'),
      mac: textAt(entry, 'phys-address'),
    })),
    notedAt: new Date().toISOString(),
  })
}

/** Not every account may see the configuration. */
async function readIfAllowed(device: Login['device'], resource: string): Promise<unknown> {
  return device.get(resource).catch(() => undefined)
}

async function writeWhole(name: string, inventory: object): Promise<void> {
  const folder = process.env.INVENTORY_DIR ?? 'inventory'
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = join(folder, `.${name}.${crypto.randomUUID()}`)
  await writeFile(beside, `${JSON.stringify(inventory, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(beside, join(folder, name))
}

/** A host name is the device's word; as a file name it must stay in the folder. */
function fileNameOf(hostname: string): string {
  return hostname.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 100)
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return data
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined
  return valueAt(Reflect.get(data, name), rest)
}

function textAt(data: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(data, path)
  return typeof value === 'string' ? value : undefined
}

function listAt(data: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(data, path)
  return Array.isArray(value) ? value : []
}
