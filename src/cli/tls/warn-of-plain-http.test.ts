import { expect, test } from 'bun:test'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../log.ts'
import { warnOfPlainHttp } from './warn-of-plain-http.ts'

test.each([
  ['127.0.0.1:80', undefined, false],
  ['localhost:80', undefined, false],
  ['[::1]:80', undefined, false],
  ['unix:/run/portico.sock', undefined, false],
  ['0.0.0.0:80', undefined, true],
  ['[::]:80', undefined, true],
  ['192.0.2.1:80', 'none', true],
  ['0.0.0.0:80', '127.0.0.1,unix', true],
  ['0.0.0.0:80', '10.0.0.1', false],
])('listening on %s, trusting %s: the warning is given? %p', (listen, proxies, isWarned) => {
  const trusted = proxies === undefined ? [] : ['--trusted-proxies', proxies]
  const events: string[] = []
  const log = { ...silentLog, warn: (event: string) => void events.push(event) }
  warnOfPlainHttp(readConfig(['--listen', listen, ...trusted], {}), log)
  expect(events).toEqual(isWarned ? ['service.unencrypted'] : [])
})
