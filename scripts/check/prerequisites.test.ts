import { expect, test } from 'bun:test'
import { describeMissing } from './prerequisites.ts'

test('missing programs are named in one line, with the command that installs them', () => {
  const missing = [
    { commands: ['chromium', 'google-chrome'], debianPackage: 'chromium', neededFor: 'tests in a browser' },
    { commands: ['redis-server'], debianPackage: 'redis-server', neededFor: 'sessions kept in Redis' },
  ]
  expect(describeMissing(missing)).toBe(
    'The tests need chromium (tests in a browser), redis-server (sessions kept in Redis). On Debian: sudo apt-get install chromium redis-server',
  )
})

test('nothing is said when nothing is missing', () => {
  expect(describeMissing([])).toBeUndefined()
})
