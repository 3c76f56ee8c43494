import { expect, test } from 'vitest'
import { claimsJson, databaseRoleStatement, hookStatement, restRoleStatement } from './impersonation.js'

test('a role of the REST API sets claims and request for the transaction, and the role last', () => {
  expect(restRoleStatement('anon', '{"role":"anon"}')).toBe(
    `select pg_catalog.set_config('request.jwt.claims', '{"role":"anon"}', true), ` +
      `pg_catalog.set_config('request.method', 'POST', true), ` +
      `pg_catalog.set_config('request.path', '/rest/v1/', true), ` +
      `pg_catalog.set_config('request.headers', '{"accept":"application/json"}', true), ` +
      `pg_catalog.set_config('role', 'anon', true)`,
  )
})

test.each([
  ['a quote', `{"sub":"' , true); drop table t; --"}`, `'{"sub":"'' , true); drop table t; --"}'`],
  ['a backslash', String.raw`{"sub":"\\'"}`, String.raw`E'{"sub":"\\\\''"}'`],
])('%s in a claim stays in its literal', (_, claims, literal) => {
  expect(restRoleStatement('authenticated', claims)).toContain(
    `set_config('request.jwt.claims', ${literal}, true)`,
  )
})

test.each([
  ['staff', 'set local role "staff"'],
  ['a"; reset role; --', 'set local role "a""; reset role; --"'],
])('the database role %s is one identifier', (name, statement) => {
  expect(databaseRoleStatement(name)).toBe(statement)
})

test('the hook is named by quoted identifiers and gets the claims as one value', () => {
  const sql = hookStatement(
    { schema: 'au"th', name: 'ho"ok' },
    { claims: { sub: "o'brien", role: 'authenticated' } },
  )
  expect(sql).toContain('"au""th"."ho""ok"(')
  expect(sql).toContain(`"user_id":"o''brien"`)
})

test('claims that are given as text keep every digit; all others are as they are', () => {
  const claims = { sub: 'a', app_metadata: { account: 9007199254740992 }, gone: undefined }
  expect(claimsJson({ claims, exact: { app_metadata: '{"account": 9007199254740993}', other: '1' } })).toBe(
    '{"sub":"a","app_metadata":{"account": 9007199254740993}}',
  )
})
