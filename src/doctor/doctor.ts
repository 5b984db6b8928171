import { type Command, questionableSettings, readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { deviceTrust } from '../settings/certificates.ts'
import { settingsFile } from '../settings/environment-file.ts'
import { type Flag, readFlag, takeFlags } from '../settings/flags.ts'
import { modelFolders } from '../settings/model-folders.ts'
import { text } from '../settings/readers.ts'
import { flagsLike, wrongSetting } from '../settings/settings.ts'
import { featuresOf } from '../wiring.ts'
import { askCredentials } from './credentials.ts'
import { examine } from './examine.ts'
import { conclude, type Finding } from './findings.ts'

const through: Flag<URL> = {
  flag: '--through',
  value: 'URL',
  example: 'https://portico.example/',
  help: 'ask the proxy in front of the service, too: the address that browsers use',
  read(value) {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('takes the address that browsers use')
    return url
  },
}
const json: Flag<unknown> = {
  flag: '--json',
  value: 'switch',
  example: '1',
  isSwitch: true,
  help: 'print the findings as JSON, for scripts',
  read: text,
}
const ownFlags = [through, json]
const deviceFlags = /^--(restconf|device-(ca|pin|timeout)|insecure-tls|login-deadline|features|models)$/

/**
 * `portico doctor --restconf URL`: what would happen at a login? Takes the service's own settings, so that it sees the device
 * as the service does.
 */
export const doctorCommand: Command = {
  usage: '--restconf URL [--settings FILE] [--through URL] [--json] [FLAGS]',
  flags: [...ownFlags, settingsFile, ...flagsLike(deviceFlags)],
  notes: [
    'All other settings of serve may be given, too; they change nothing here.',
    'User name and password come from PORTICO_USERNAME and PORTICO_PASSWORD, or are asked for at a terminal.',
    'Exit status: 0 a login works, 1 it does not, 2 a wrong setting, 3 no login was tried, 130 ended by Ctrl-C.',
  ].join('\n'),
  async run(args, env, print) {
    const { texts, rest } = takeFlags(args, ownFlags)
    const isForScripts = texts.has(json.flag)
    const patient = await patientFrom({ texts, rest }, env)
    if (patient === 'interrupted') return INTERRUPTED
    if (!isForScripts) print(`A login at ${patient.root.href} would meet this:\n`)
    const findings = await examine(patient, (finding) => {
      if (!isForScripts) print(printFinding(finding))
    })
    const login = conclude(findings)
    print(
      isForScripts
        ? JSON.stringify({ login, device: patient.root.href, findings }, null, 2)
        : printSummary(findings),
    )
    return exitCodes[login]
  },
}

const INTERRUPTED = 130
const exitCodes = { works: 0, fails: 1, 'not-tried': 3 } as const

async function patientFrom({ texts, rest }: ReturnType<typeof takeFlags>, env: NodeJS.ProcessEnv) {
  const config = readConfig(rest, env)
  const { restconf: root } = config
  if (!root) throw wrongSetting('restconf', 'is missing: give the RESTCONF root of your device')
  const proxy = texts.get(through.flag)
  const asked = {
    root,
    trust: deviceTrust(config, silentLog),
    timeoutMs: config.deviceTimeout,
    deadlineMs: config.loginDeadline,
    probes: (await featuresOf(config)).probes,
    models: modelFolders(config).folder,
    remarks: questionableSettings(config),
    through: proxy === undefined ? undefined : readFlag(through, proxy),
  }
  const credentials = await askCredentials(env, 'go on without')
  return credentials === 'interrupted' ? credentials : { ...asked, credentials }
}

const words = { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' } as const

/** One finding as a line, with what to do on the line below. */
function printFinding({ step, result, seen, remedy, ms }: Finding): string {
  const time = result === 'skipped' ? '' : `${ms} ms`
  const line = `${words[result].padEnd(9)}${step.padEnd(24)}${time.padStart(8)}  ${seen}`
  return remedy === undefined ? line : `${line}\n${' '.repeat(43)}→ ${remedy}`
}

function printSummary(findings: readonly Finding[]): string {
  const conclusion = conclude(findings)
  if (conclusion === 'fails') return '\nA login would not work.'
  const warnings = findings.filter(({ result }) => result === 'warning').length
  const toLookAt = warnings === 0 ? '' : `; ${warnings === 1 ? '1 warning' : `${warnings} warnings`} above`
  return conclusion === 'works'
    ? `\nA login works${toLookAt}.`
    : `\nA login was not tried. As far as can be seen without a password, nothing would stop one${toLookAt}.`
}
