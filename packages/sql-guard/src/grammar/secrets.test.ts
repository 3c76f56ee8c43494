import { expect, test } from 'vitest'
import { parse } from './parser.js'
import { canCarrySecret, NAMES_SECRET } from './secrets.js'

async function verdict(sql: string): Promise<boolean> {
  const parsed = await parse(sql)
  if (parsed.type !== 'parsed' || parsed.statements.length !== 1) throw new Error(`It does not parse: ${sql}`)
  return canCarrySecret(parsed.statements[0]?.node ?? {})
}

test.each([
  "insert into t values ('x', now(), coalesce(null, 'y'))",
  'select pg_catalog.lower(a) from t',
  "select extract(year from a), substring(b from 1 for 2), trim(c), a at time zone 'utc' from t",
  'alter table t add column a text',
  "create table t as select 'x' as a",
  "explain update t set a = 'x'",
])('rows, tables and well-known functions carry none: %s', async (sql) => {
  expect(await verdict(sql)).toBe(false)
})

test.each([
  "alter role a password 'x'",
  "select lower(dblink('x', 'y'))",
  "select mine.lower('x')",
  "select unknown('x')",
  "select * from unknown('x')",
  "create table t as execute p('x')",
  'explain execute p(1)',
  "create schema s create table t (a text default unknown('x'))",
  "alter foreign table t options (set a 'x')",
  "update t set password = 'x'",
  'update t set u&"pass\\0077ord" = \'x\'',
  "insert into t values ('password=x')",
  "insert into t values ('https://me:x@host/')",
])('all others can: %s', async (sql) => {
  expect(await verdict(sql)).toBe(true)
})

test.each([
  ['api_token', true],
  ['API-Key', true],
  ['password_hash', true],
  ['passphrase', true],
  ['private key', true],
  ['https://host/a:b@c', false],
  ['passenger', false],
  ['keyboard', false],
])('%s is named after a secret: %s', (name, isOne) => {
  expect(NAMES_SECRET.test(name)).toBe(isOne)
})
