import { expect, test } from 'vitest'
import type { Policy } from '../../rules/auth/policy.js'
import { createPolicyStatement, dropPolicyStatement, forceRlsStatement, policyChanges } from './policy-ddl.js'

const table = { schema: 'public', name: 'No"tes' }
const policy: Policy = {
  name: 'own "rows"',
  command: 'all',
  isPermissive: true,
  roles: ['authenticated', 'odd "role'],
  using: 'owner = auth.uid()',
  check: null,
}
const changes = (more: Partial<Policy>) =>
  policyChanges(table, policy, { ...policy, ...more }).map(({ sql }) => sql)

test('names are quoted, and an expression keeps its comment inside the brackets', () => {
  expect(createPolicyStatement(table, { ...policy, check: 'true -- all' }).sql).toBe(
    `create policy "own ""rows""" on "public"."No""tes"
  as permissive for all
  to "authenticated", "odd ""role"
  using (owner = auth.uid())
  with check (true -- all
)`,
  )
  expect(dropPolicyStatement(table, `a'b`).sql).toBe(`drop policy "a'b" on "public"."No""tes"`)
})

test.each([
  ['select', ['using (x)']],
  ['insert', ['with check (y)']],
  ['update', ['using (x)', 'with check (y)']],
  ['delete', ['using (x)']],
] as const)('%s has only the expressions that it can have', (command, parts) => {
  const { sql } = createPolicyStatement(table, { ...policy, command, using: 'x', check: 'y' })
  expect(
    sql
      .split('\n')
      .slice(3)
      .map((line) => line.trim()),
  ).toEqual(parts)
})

test('no role, or everyone among others, is everyone', () => {
  for (const roles of [[], ['public'], ['anon', 'public']])
    expect(createPolicyStatement(table, { ...policy, roles }).sql).toContain('\n  to public\n')
})

test('nothing changes: no statement', () => expect(changes({})).toEqual([]))

test('roles and expressions are altered, and a name after them', () => {
  const alter = 'alter policy "own ""rows""" on "public"."No""tes"'
  expect(changes({ roles: ['anon'], using: 'true', check: 'false', name: 'b' })).toEqual([
    `${alter}\n  to "anon"\n  using (true)\n  with check (false)`,
    `${alter} rename to "b"`,
  ])
})

test.each([
  ['another command', { command: 'select' }],
  ['another kind', { isPermissive: false }],
  ['an expression that goes', { using: null, check: 'true' }],
] as const)('%s takes a new policy', (_, more) => {
  const statements = changes(more)
  expect(statements).toHaveLength(2)
  expect(statements[0]).toMatch(/^drop policy/)
  expect(statements[1]).toMatch(/^create policy/)
})

test('FORCE goes both ways', () => {
  expect(forceRlsStatement(table, true).sql).toBe('alter table "public"."No""tes" force row level security')
  expect(forceRlsStatement(table, false).sql).toBe(
    'alter table "public"."No""tes" no force row level security',
  )
})
