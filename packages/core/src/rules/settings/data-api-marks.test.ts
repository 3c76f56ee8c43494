import { expect, test } from 'vitest'
import type { Reached } from '../../sql/data-api-reach.js'
import { reachMark, reachWords } from './data-api-marks.js'

const none = { reads: false, changes: false }
const reached = (given: Partial<Reached>): Reached => ({
  kind: 'table',
  schema: 'public',
  name: 'orders',
  arguments: null,
  anon: none,
  authenticated: none,
  isRlsOn: null,
  actsAsOwner: false,
  ...given,
})

test.each([
  [{ kind: 'table', isRlsOn: false }, 'no-rls'],
  [{ kind: 'table', isRlsOn: true }, null],
  [{ kind: 'view', actsAsOwner: true }, 'owner-view'],
  [{ kind: 'view', actsAsOwner: false }, null],
  [{ kind: 'materialized-view' }, 'materialized-view'],
  [{ kind: 'foreign-table' }, 'foreign-table'],
  [{ kind: 'function', actsAsOwner: true }, 'owner-function'],
  [{ kind: 'function', actsAsOwner: false }, null],
] as const)('%j is marked %j', (given, mark) => expect(reachMark(reached(given))).toBe(mark))

test.each([
  ['table', { reads: true, changes: true }, ['read', 'change']],
  ['table', { reads: false, changes: true }, ['change']],
  ['view', { reads: true, changes: false }, ['read']],
  ['function', { reads: true, changes: false }, ['call']],
  ['function', none, []],
  ['table', none, []],
] as const)('of a %s with %j a role may %j', (kind, may, words) =>
  expect(reachWords(kind, may)).toEqual(words),
)
