import { statSync } from 'node:fs'
import { type Command, type Config, readConfig, WrongSetting } from '../config.ts'
import type { SessionRecord } from '../session/session-store.ts'
import { StoreUnavailable } from '../session/session-store.ts'
import type { Sessions } from '../session/sessions.ts'
import { settingsFile } from '../settings/environment-file.ts'
import { type Flag, readFlag, takeFlags } from '../settings/flags.ts'
import { text } from '../settings/readers.ts'
import { flagsLike, wrongSetting } from '../settings/settings.ts'
import { openSharedSessions } from '../wiring.ts'
import { printable } from './print.ts'

const user: Flag<string> = {
  flag: '--user',
  value: 'NAME',
  example: 'admin',
  help: 'whose sessions',
  read: text,
}
const end: Flag<string> = {
  flag: '--end',
  value: 'ID or all',
  example: 'all',
  help: 'end this session, or all of the user; without it they are listed',
  read: text,
}
const ownFlags = [user, end]
const storeFlags = /^--(session-|device-name|restconf)/

/** `portico sessions --user NAME`: lists and ends the sessions of a user in the store of a running service. */
export const sessionsCommand: Command = {
  usage: '--user NAME [--end ID | --end all] [--settings FILE] [FLAGS]',
  flags: [...ownFlags, settingsFile, ...flagsLike(storeFlags)],
  notes: [
    'It takes the settings of the service, which may be running or not. All other settings of serve may be given, too.',
    'Started by root, it continues as the user who owns the secret file.',
    'An ID that begins with -- is written --end=ID.',
    'Exit status: 0 done, 1 no such session or the store cannot be asked, 2 a wrong setting.',
  ].join('\n'),
  async run(args, env, print) {
    const { texts, rest } = takeFlags(args, ownFlags)
    const username = texts.get(user.flag)
    const config = readConfig(rest, env)
    if (username === undefined) throw WrongSetting.of(user, 'is missing: whose sessions?')
    readFlag(user, username)
    requireDevice(config)
    leaveRoot(config)
    const sessions = await openSharedSessions(config)
    try {
      return await listOrEnd({ sessions, username, toEnd: texts.get(end.flag), print })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      console.error(`portico: the session store cannot be asked: ${error.message}`)
      return 1
    } finally {
      await sessions.stop()
    }
  },
}

/** Sessions are kept per device: under another device name none would be found. */
function requireDevice({ deviceName, restconf }: Config): void {
  if (deviceName === undefined && restconf === undefined)
    throw wrongSetting('restconf', 'is missing: sessions belong to a device. Give what the service has')
}

/** Continues as the service's user: files written here must belong to that user, and root does not accept a secret that another user owns. */
function leaveRoot({ sessionSecretFile }: Config): void {
  if (process.geteuid?.() !== 0 || sessionSecretFile === undefined) return
  const { uid, gid } = statSync(sessionSecretFile, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  if (uid === 0) return
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

interface Task {
  readonly sessions: Sessions
  readonly username: string
  readonly toEnd: string | undefined
  readonly print: (text: string) => void
}

async function listOrEnd({ sessions, username, toEnd, print }: Task): Promise<number> {
  if (toEnd === undefined) {
    const records = await sessions.list(username)
    print(records.length === 0 ? `${username} has no sessions.` : tableOf(records, sessions))
    return 0
  }
  const ended = await sessions.endForAdministrator(username, toEnd === 'all' ? undefined : toEnd)
  if (ended === 0 && toEnd !== 'all') {
    print(`${username} has no session ${toEnd}.`)
    return 1
  }
  print(`Ended ${ended === 1 ? '1 session' : `${ended} sessions`} of ${username}.`)
  return 0
}

function tableOf(records: readonly SessionRecord[], sessions: Sessions): string {
  const rows = records.map((record) => [
    record.id,
    inUtc(record.createdAt),
    inUtc(record.lastSeenAt),
    inUtc(sessions.endOf(record)),
    printable(record.address),
    printable(record.browser),
  ])
  const all = [['ID', 'SINCE (UTC)', 'LAST USED', 'ENDS UNLESS USED', 'ADDRESS', 'BROWSER'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const inUtc = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')
