import { expect, test } from 'bun:test'
import { fakeReader, libraryBody, servedInFolder } from '../../test/support/fake-models.ts'
import { startSessions } from '../../test/support/sessions.ts'
import { until } from '../../test/support/until.ts'
import { silentLog } from '../log.ts'
import { Models } from '../model/models.ts'
import type { DeviceAccess } from './device-access.ts'
import { ModelAccess } from './model-access.ts'
import { Queue } from './queue.ts'

test('B7 the model is read behind all logins, within the number of calls that they may have under way', async () => {
  const under = startSessions()
  const token = await under.open()
  const loginTurns = new Queue({ atOnce: 2 })
  const { reader, asked } = fakeReader(servedInFolder)
  const access: Pick<DeviceAccess, 'inBackground'> = { inBackground: () => reader }
  const models = new Models({ log: silentLog, folder: undefined, cache: undefined, delayMs: 0 })
  const model = new ModelAccess({ models, access, sessions: under.sessions, loginTurns })

  const [first, second] = await Promise.all(['a', 'b'].map((group) => loginTurns.take({ group })))
  const third = loginTurns.take({ group: 'c' })
  const library = 'ietf-yang-library:yang-library'
  model.beginAfterLogin(token, new Map([[library, libraryBody(['a', 'b'])]]))
  await Bun.sleep(20)
  expect(asked).toEqual([])

  if (first?.kind === 'turn') first.end()
  const late = await third
  expect([late.kind, asked.length]).toEqual(['turn', 0])
  for (const turn of [second, late]) if (turn?.kind === 'turn') turn.end()
  await until(() => asked.length === 2, 'the texts are fetched')
})
