import { DeviceError } from '../device/device-error.ts'
import { type Answer, readAnswer } from '../device/restconf/answer.ts'
import { printable } from '../device/restconf/codes.ts'
import { pathBelow } from '../device/restconf/resource-path.ts'
import { openTransport } from '../device/restconf/transport.ts'
import { failed, failedWith, type Look, ok, type Patient, type Step, warning } from './findings.ts'
import { speaksTls } from './reach.ts'

const LIBRARY = '/data/ietf-yang-library:yang-library'
const YANG_JSON = 'application/yang-data+json'

/** Does RESTCONF answer at the root, in its own media type? */
export const restconfStep: Step = {
  name: 'RESTCONF root',
  look: (patient) => asStranger(patient, LIBRARY, judgeRoot),
}

/** Is a request without a password refused? If not, no answer says anything about a password. */
export const strangerStep: Step = {
  name: 'stranger',
  look: (patient) => asStranger(patient, LIBRARY, judgeStranger),
}

async function asStranger(
  patient: Patient,
  path: string,
  judge: (answer: Answer, patient: Patient) => Look | Promise<Look>,
): Promise<Look> {
  const transport = openTransport({ ...patient, maxBodyBytes: 4 * 1024 * 1024 })
  try {
    return await judge(await transport.ask({ path: pathBelow(patient.root, path) }), patient)
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    return (await askedForTls(patient)) ?? failedWith(error.code)
  } finally {
    transport.close()
  }
}

async function judgeRoot(answer: Answer, patient: Patient): Promise<Look> {
  const { status, mediaType, location } = answer
  const to = location === undefined ? '' : `, to ${printable(location)}`
  const seen = `answers ${status} with ${printable(mediaType) || 'no media type'}${to}`
  if (mediaType === YANG_JSON && [200, 401, 403, 404].includes(status)) return ok(seen)
  if (status === 401) {
    return warning(
      `${seen}, not ${YANG_JSON}`,
      'A RESTCONF server would answer in its own media type. Is a proxy in front of the device asking for a password of its own?',
    )
  }
  const asked = await askedForTls(patient)
  if (asked) return asked
  const reading = await readAnswer(answer)
  return failedWith(reading.kind === 'failed' ? reading.code : 'media-type', seen, await hint(patient))
}

/** HTTPS ports answer plain HTTP in different ways: with 400 and a page, with TLS bytes, or not at all. */
async function askedForTls(patient: Patient): Promise<Look | undefined> {
  if (patient.root.protocol !== 'http:' || !(await speaksTls(patient))) return undefined
  const secure = patient.root.href.replace(/^http:/, 'https:')
  return failed('this port expects HTTPS, but the request was plain HTTP', `Write ${secure} in --restconf.`)
}

/** RFC 8040 section 3.1: a device tells strangers where its root is. */
async function hint({ root, ...rest }: Patient): Promise<string | undefined> {
  const transport = openTransport({ ...rest, root: new URL('/', root), maxBodyBytes: 64 * 1024 })
  try {
    const { status, body } = await transport.ask({ path: '/.well-known/host-meta' })
    const [, path] =
      /rel=['"]restconf['"]\s+href=['"](\/[\w./-]*?)\/?['"]/.exec(new TextDecoder().decode(body)) ?? []
    if (status !== 200 || path === undefined || path === root.pathname.replace(/\/$/, '')) return undefined
    return `The device itself names this root: ${new URL(path, root).href}`
  } catch {
    return undefined
  } finally {
    transport.close()
  }
}

function judgeStranger({ status }: Answer): Look {
  if (status === 401 || status === 403) return ok(`is refused: ${status}`)
  if (status === 200) {
    return failed(
      'is served without a password',
      'A login would succeed with any password. Switch authentication on at the device before anything else.',
    )
  }
  return warning(
    `is answered ${status}, not 401`,
    'Logins may still work: the step with credentials shows it.',
  )
}
