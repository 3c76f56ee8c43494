import { expect, test } from 'vitest'
import { policyCoverage, type RoleOnTable } from './policy-coverage.js'
import { ROW_OPERATIONS, type Policy } from './policy.js'

const policy = (name: string, more: Partial<Policy> = {}): Policy => ({
  name,
  command: 'all',
  isPermissive: true,
  roles: [],
  using: 'true',
  check: null,
  ...more,
})
const on = (more: Partial<RoleOnTable>): RoleOnTable => ({
  privileges: ROW_OPERATIONS,
  isRlsOn: true,
  bypasses: false,
  policies: [],
  ...more,
})

test.each([
  ['a missing privilege comes first', on({ privileges: ['select'], isRlsOn: false }), 'no-privilege'],
  ['row-level security is off', on({ isRlsOn: false }), 'open'],
  ['the role bypasses', on({ isRlsOn: false, bypasses: true }), 'bypass'],
  ['no policy', on({}), 'none'],
  ['restrictive ones alone', on({ policies: [policy('r', { isPermissive: false })] }), 'none'],
  ['one of another command', on({ policies: [policy('s', { command: 'select' })] }), 'none'],
  ['one without an expression', on({ policies: [policy('s', { using: null })] }), 'none'],
  ['one that covers it', on({ policies: [policy('a')] }), 'policies'],
] as const)('%s', (_, role, type) => {
  expect(policyCoverage(role, 'delete').type).toBe(type)
})

test('policies are named by kind', () => {
  const policies = [policy('a'), policy('r', { isPermissive: false }), policy('b', { command: 'update' })]
  expect(policyCoverage(on({ policies }), 'update')).toEqual({
    type: 'policies',
    permissive: ['a', 'b'],
    restrictive: ['r'],
    lacksSelect: false,
  })
})

test('rows that are changed are found by SELECT policies', () => {
  const policies = [
    policy('w', { command: 'update' }),
    policy('i', { command: 'insert', using: null, check: 'true' }),
  ]
  expect(policyCoverage(on({ policies }), 'update')).toMatchObject({ lacksSelect: true })
  expect(policyCoverage(on({ policies }), 'insert')).toMatchObject({ lacksSelect: false })
})
