import { expect, test } from 'bun:test'
import { judge } from './vulnerabilities.ts'

const auditOf = (vulnerabilities: object) => judge(JSON.stringify({ metadata: { vulnerabilities } }))

test('R15 a hole of high severity fails, one of low severity is reported', () => {
  expect(auditOf({ moderate: 2, high: 0, critical: 0 }).ok).toBe(true)
  expect(auditOf({ moderate: 2, high: 0, critical: 0 }).figures).toContain('2 moderate')
  expect(auditOf({ high: 1, critical: 0 }).ok).toBe(false)
  expect(auditOf({ critical: 1 }).ok).toBe(false)
})

test('R15 a registry that does not answer audits is not counted as one that knows of no hole', () => {
  for (const said of ['', 'no JSON', '{"message":"405 Method Not Allowed - POST https://registry.test/x"}'])
    expect(judge(said).figures).toContain('judged by the lock file alone')
})
