import { readConfig, WrongSetting } from '../config.ts'
import { askCredentials } from '../doctor/ask-credentials.ts'
import { conclude, type Finding } from '../doctor/examination.ts'
import { examine } from '../doctor/examine.ts'
import { printFinding, printSummary } from '../doctor/print.ts'
import { silentLog } from '../log.ts'
import { deviceTrust } from '../settings/device-trust.ts'
import { probesOf } from '../wiring.ts'

/**
 * `portico doctor --restconf URL [--through URL] [--json]`: what would a login meet? Takes the service's own
 * settings, so that it sees the device as the service does. Exit status 0: a login works; 1: it does not; 3: nothing
 * is wrong as far as a stranger gets, and no login was tried.
 */
export async function runDoctor(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { json, through, settings } = readOwnFlags(args)
  const config = readConfig(settings, env)
  const { restconf: root } = config
  if (!root) throw new WrongSetting('--restconf (or RESTCONF_URL): which device? Give its RESTCONF root')

  const patient = {
    root,
    trust: deviceTrust(config, silentLog),
    timeoutMs: config.deviceTimeout,
    deadlineMs: config.loginDeadline,
    probes: await probesOf(config),
    credentials: await askCredentials(env),
    through,
  }
  const report = (finding: Finding) => {
    if (!json) console.log(printFinding(finding))
  }
  if (!json) console.log(`A login at ${root.href} would meet this:\n`)
  const findings = await examine(patient, report)
  const login = conclude(findings)
  console.log(json ? JSON.stringify({ login, device: root.href, findings }, null, 2) : printSummary(findings))
  return exitCodes[login]
}

const exitCodes = { works: 0, fails: 1, 'not-tried': 3 } as const

/** Takes the doctor's own flags out; what is left are settings of the service. */
function readOwnFlags(args: readonly string[]) {
  const others = args.filter((arg) => arg !== '--json')
  const json = others.length < args.length
  const at = others.findIndex((arg) => /^--through(=|$)/.test(arg))
  if (at < 0) return { json, through: undefined, settings: others }
  const [, inline] = others[at]?.split(/=(.*)/) ?? []
  const through = readThrough(inline ?? others[at + 1] ?? '')
  return { json, through, settings: others.toSpliced(at, inline === undefined ? 2 : 1) }
}

function readThrough(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new WrongSetting('--through: takes the address that browsers use, like https://portico.example/')
  }
  return url
}
