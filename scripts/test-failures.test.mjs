import { expect, test } from 'vitest'
import { failedJourneys, failedUnitTests, failureDigest } from './test-failures.mjs'

test('failed unit tests have their file, name and message; a file that does not load is one', () => {
  const testResults = [
    {
      name: '/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'holds', failureMessages: [] },
        { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1 to be 2'] },
      ],
    },
    { name: '/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: '/c.test.ts', status: 'passed', assertionResults: [] },
  ]
  expect(failedUnitTests({ testResults })).toEqual([
    { step: 'unit', file: '/a.test.ts', name: 'breaks', message: 'expected 1 to be 2' },
    { step: 'unit', file: '/b.test.ts', name: 'the file', message: 'no such module' },
  ])
})

test('failed journeys are found in inner suites too, with their project and line', () => {
  const spec = (title, status) => ({
    title,
    file: 'sql.e2e.ts',
    line: 7,
    tests: [{ projectName: 'cluster', status, results: [{ error: { message: 'Timed out' } }] }],
  })
  const suites = [{ specs: [spec('runs', 'expected')], suites: [{ specs: [spec('cancels', 'unexpected')] }] }]
  expect(failedJourneys({ suites })).toEqual([
    { step: 'browser', file: 'e2e/sql.e2e.ts:7', project: 'cluster', name: 'cancels', message: 'Timed out' },
  ])
})

test('the digest tells the first lines without colours, and what passed when it was run again', () => {
  const message = `\u001B[31mexpected\u001B[39m\n${'a line\n'.repeat(50)}`
  const digest = failureDigest([
    { file: 'a.test.ts', name: 'breaks', message },
    { file: 'b.test.ts', name: 'waits', message: 'Timed out', passedAgain: true },
  ])
  expect(digest).toContain('Failed: a.test.ts › breaks\n    expected\n')
  expect(digest).toContain('Failed beside the others, passed when run again alone: b.test.ts › waits')
  expect(digest.split('\n').length).toBeLessThan(20)
})
