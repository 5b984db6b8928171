import { expect, test } from 'bun:test'
import { readJunit } from './junit.ts'

test('a report says of each test its file, its full name and its result', () => {
  const report = `<testsuites name="bun test" tests="4">
  <testsuite name="src/a.test.ts" file="src/a.test.ts" tests="4">
    <testcase name="says &quot;a &lt; b&quot; &amp; c" classname="" time="0" file="src/a.test.ts" line="2" assertions="1" />
    <testcase name="inner" classname="deep &gt; group" file="src/a.test.ts" line="6" assertions="1">
      <failure type="AssertionError" message="Expected: 2&#10;Received: 1&#10;">Expected: 2&#10;</failure>
    </testcase>
    <testcase name="later" classname="" file="src/a.test.ts" line="4" assertions="0">
      <skipped message="TODO" />
    </testcase>
    <testcase name="last" classname="" file="src/a.test.ts" assertions="0" />
  </testsuite>
</testsuites>`

  expect(readJunit(report)).toEqual([
    { file: 'src/a.test.ts', name: 'says "a < b" & c', result: 'passed' },
    { file: 'src/a.test.ts', name: 'group > deep > inner', result: 'failed' },
    { file: 'src/a.test.ts', name: 'later', result: 'skipped' },
    { file: 'src/a.test.ts', name: 'last', result: 'passed' },
  ])
})
