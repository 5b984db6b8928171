import { isDeepStrictEqual } from 'node:util'
import { until } from '../../test/support/until.ts'
import { logInAt, logOutAt } from '../../test/support/visitor.ts'
import { type CountedService, startCountedService } from './counted-service.ts'

/** What a person does, and how many files of src/ it may enter. */
export const limits = { login: 35, page: 30, fragment: 38, logout: 20 } as const

type Crossed = Record<keyof typeof limits, readonly string[]>

/**
 * The files of src/ that each enters, the first time: a function of theirs runs. Being imported is not enough. Server and
 * log (src/cli) are left out, as every request passes them, and so is the model (src/model), which is read behind the login's
 * answer.
 */
export async function filesCrossed(folder: string): Promise<Crossed> {
  // Work in the background may happen at any moment, but hardly at the same one twice.
  const [one, other] = await Promise.all([crossOnce(folder), crossOnce(folder)])
  const inBoth = (deed: keyof Crossed) => one[deed].filter((file) => other[deed].includes(file))
  return {
    login: inBoth('login'),
    page: inBoth('page'),
    fragment: inBoth('fragment'),
    logout: inBoth('logout'),
  }
}

async function crossOnce(folder: string): Promise<Crossed> {
  await using service = await startCountedService(folder)
  const { url } = service
  const logIn = async () => {
    const visitor = await logInAt(url, 'admin')
    if (!visitor) throw new Error('the login was refused')
    return visitor
  }
  const see = async (path: string, session: string, headers = {}) => {
    const answer = await fetch(new URL(path, url), { headers: { Cookie: `session=${session}`, ...headers } })
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
    await answer.text()
  }

  // The first login loads modules, and then the device's model is read in the background: once for all.
  await logIn()
  const modelIsRead = () => runsWhenQuiet(service, { of: /^src\/(model|yang)\//, forMs: 1_000 })
  await modelIsRead()
  const login = await entered(service, logIn)
  // A session for each, so that what one visit leaves in memory does not hide a file from the next.
  const [viewer, reader, leaver] = [await logIn(), await logIn(), await logIn()]
  await modelIsRead()
  return {
    login,
    page: await entered(service, () => see('/', viewer.session)),
    fragment: await entered(service, () => see('/overview/facts', reader.session, { 'HX-Request': 'true' })),
    logout: await entered(service, () => logOutAt(url, leaver)),
  }
}

async function entered(service: CountedService, act: () => Promise<unknown>): Promise<string[]> {
  const before = await runsWhenQuiet(service)
  await act()
  const after = await runsWhenQuiet(service)
  return [...after.keys()]
    .filter((file) => !isDeepStrictEqual(before.get(file) ?? [], after.get(file)))
    .filter((file) => !/^src\/(cli|model)\//.test(file))
    .sort()
}

/** Work goes on behind an answer: the log is written, a connection is closed, a model is read. */
async function runsWhenQuiet(
  service: CountedService,
  { of = /^src\//, forMs = 200 } = {},
): Promise<Map<string, readonly number[]>> {
  let runs = await service.runs()
  await until(async () => {
    const earlier = runs
    await Bun.sleep(forMs)
    runs = await service.runs()
    return [...runs].every(([file, counts]) => !of.test(file) || isDeepStrictEqual(counts, earlier.get(file)))
  }, 'the service is quiet')
  return runs
}
