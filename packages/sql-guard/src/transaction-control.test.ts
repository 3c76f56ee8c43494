import { expect, test } from 'vitest'
import { isTransactionControl } from './transaction-control.js'

test.each([
  'begin',
  'BEGIN isolation level serializable',
  'begin work;',
  '/* x */ start transaction read write',
  'commit',
  'commit and chain',
  "commit prepared 'x'",
  'end',
  'rollback',
  'rollback to savepoint a',
  "rollback prepared 'x'",
  'abort',
  'savepoint a',
  'release a',
  "prepare transaction 'x'",
  'set transaction read write',
  'set local transaction read write',
  'set session characteristics as transaction read write',
  'select 1; commit',
])('%j is', (statement) => {
  expect(isTransactionControl(statement)).toBe(true)
})

test.each([
  '',
  'select 1',
  "select 'commit'",
  '-- commit',
  '"commit"',
  'prepare transaction_1 as select 1',
  'prepare p as select 1',
  'set search_path to transaction',
  'set session authorization x',
  'start',
  'create function f() returns int begin atomic select 1; end',
  'do $$ begin commit; end $$',
])('%j is not', (statement) => {
  expect(isTransactionControl(statement)).toBe(false)
})
