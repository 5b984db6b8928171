import { renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'

export interface ClaimedSocket<Server> {
  readonly server: Server
  /** Removes the path, unless a successor has it by now. */
  remove(): void
}

/**
 * Listens at a path on which nothing else listens. The server listens under a name of its own, which then becomes the
 * path: a stale socket is replaced in one step, and the runtime, which removes the name that it was given when it stops,
 * never removes the socket of a successor.
 */
export async function claimSocket<Server>(
  path: string,
  mode: number,
  listen: (path: string) => Server,
): Promise<ClaimedSocket<Server>> {
  await requireUnused(path)
  const ownName = join(dirname(path), `.${process.pid}`)
  rmSync(ownName, { force: true })
  // The umask, not chmod, sets the mode: there is no moment in which other users can connect.
  const umask = process.umask(0o777 & ~mode)
  try {
    const server = listen(ownName)
    const own = statSync(ownName)
    renameSync(ownName, path)
    return {
      server,
      remove() {
        if (isSame(own, statSync(path, { throwIfNoEntry: false }))) rmSync(path)
      },
    }
  } finally {
    process.umask(umask)
  }
}

const isSame = (one: Stats, other: Stats | undefined) => one.ino === other?.ino && one.dev === other.dev

/** unix(7): 108 with the NUL at its end. */
const MAX_PATH_BYTES = 107

/** Throws unless the path is free, or holds the socket that a killed predecessor left behind. */
async function requireUnused(path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new Error(`${path} is longer than the path of a socket may be, ${MAX_PATH_BYTES} bytes`)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isSocket()) throw new Error(`${path} is there already, and it is not a socket`)
  const failure = await failureToConnect(path)
  if (failure === undefined) throw new Error(`another service listens at ${path}`)
  if (failure !== 'ECONNREFUSED')
    throw new Error(`${path} is there already, and it cannot be told whether a service listens there`)
}

/** The code of the error; none when something listens there. */
function failureToConnect(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
    socket.on('connect', () => {
      socket.destroy()
      resolve(undefined)
    })
  })
}
