import { describe, expect, test } from 'vitest'
import type { Policy, RowOperation } from './policy.js'
import { contradicts, fateOfOutcome, rowDecision, type PolicyValue } from './policy-decision.js'

const policy = (name: string, more: Partial<Policy> = {}): Policy => ({
  name,
  command: 'all',
  isPermissive: true,
  roles: ['public'],
  using: 'x',
  check: null,
  ...more,
})
const yes: PolicyValue = { holds: true }
const no: PolicyValue = { holds: false }
const unknown: PolicyValue = { holds: null }
const failed: PolicyValue = { message: 'division by zero' }

function decide(
  given: [Policy, PolicyValue, PolicyValue?][],
  operation: RowOperation = 'select',
  reads = true,
) {
  return rowDecision(
    given.map(([one]) => one),
    operation,
    reads,
    ({ name }, { row }) => {
      const [, old, becomes = old] = given.find(([one]) => one.name === name) ?? []
      return row === 'old' ? old : becomes
    },
  )
}
const limits = { isPermissive: false }

describe('a row that is read', () => {
  test.each<[string, [Policy, PolicyValue][], string, string, string[]]>([
    ['no policy', [], 'hidden', 'no-policy', []],
    ['one that holds', [[policy('a'), yes]], 'allowed', 'allowed', ['a']],
    [
      'one of two holds',
      [
        [policy('a'), no],
        [policy('b'), yes],
      ],
      'allowed',
      'allowed',
      ['b'],
    ],
    [
      'none holds',
      [
        [policy('a'), no],
        [policy('b'), no],
      ],
      'hidden',
      'none-holds',
      ['a', 'b'],
    ],
    ['NULL does not hold', [[policy('a'), unknown]], 'hidden', 'none-holds', ['a']],
    ['a restrictive one alone', [[policy('r', limits), yes]], 'hidden', 'no-policy', []],
    ['one of another command', [[policy('a', { command: 'delete' }), yes]], 'hidden', 'no-policy', []],
    ['one without USING', [[policy('a', { using: null }), yes]], 'hidden', 'no-policy', []],
    [
      'restricted',
      [
        [policy('a'), yes],
        [policy('r', limits), no],
      ],
      'hidden',
      'restricted',
      ['r'],
    ],
    [
      'restricted by NULL',
      [
        [policy('a'), yes],
        [policy('r', limits), unknown],
      ],
      'hidden',
      'restricted',
      ['r'],
    ],
    [
      'all restrictive ones hold',
      [
        [policy('a'), yes],
        [policy('r', limits), yes],
      ],
      'allowed',
      'allowed',
      ['a'],
    ],
    [
      'an error',
      [
        [policy('a'), yes],
        [policy('b'), failed],
      ],
      'unknown',
      'error',
      ['b'],
    ],
  ])('%s', (_, given, fate, reason, by) => {
    const decision = decide(given)
    expect(decision.fate).toBe(fate)
    expect(decision.gates).toMatchObject([{ reason, by }])
  })
})

test('a value that was not computed is an error', () => {
  expect(rowDecision([policy('a')], 'select', true, () => undefined).fate).toBe('unknown')
})

test('an update hides a row by its old values and refuses it by its new ones', () => {
  expect(decide([[policy('a'), no, yes]], 'update').fate).toBe('hidden')
  expect(decide([[policy('a'), yes, no]], 'update').fate).toBe('refused')
  expect(decide([[policy('a'), no, failed]], 'update').fate).toBe('hidden')
  expect(decide([[policy('a', { command: 'update' }), yes]], 'update').fate).toBe('hidden')
  expect(decide([[policy('a', { command: 'update' }), yes]], 'update', false).fate).toBe('allowed')
})

test('an insert is refused, never hidden', () => {
  expect(decide([[policy('a', { command: 'insert', check: 'x' }), no]], 'insert', false).fate).toBe('refused')
  expect(decide([[policy('a', { command: 'insert', check: 'x' }), yes]], 'insert', true).fate).toBe('refused')
})

test.each([
  [{ rows: 1 }, 'allowed'],
  [{ rows: 0 }, 'hidden'],
  [{ code: '42501', message: 'new row violates row-level security policy for table "t"' }, 'refused'],
  [{ code: '42501', message: 'permission denied for table t' }, 'error'],
  [{ code: '23505', message: 'row-level security' }, 'error'],
] as const)('what PostgreSQL did: %j', (outcome, fate) => {
  expect(fateOfOutcome(outcome)).toBe(fate)
})

test.each([
  ['allowed', 'allowed', false],
  ['allowed', 'hidden', true],
  ['hidden', 'refused', true],
  ['unknown', 'hidden', false],
  ['allowed', 'error', false],
] as const)('decided %s, done %s: differs %s', (decided, done, differs) => {
  expect(contradicts(decided, done)).toBe(differs)
})
