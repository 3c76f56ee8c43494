import { expect, test } from 'vitest'
import { AUDITED_SQL_MAX, auditedSql } from './audited-sql.js'

test.each([
  ['select 1', false],
  ['-- nothing', false],
  ['delete from t', true],
])('reading SQL is not logged: %s', async (query, isTold) => {
  expect((await auditedSql(query, false)) !== null).toBe(isTold)
})

test('a READ ONLY run is not logged', async () => {
  expect(await auditedSql('delete from t', true)).toBeNull()
})

test.each([
  ["create role a password 'secret'", "create role a password '…'"],
  [
    "alter role a encrypted PASSWORD\n E'it''s \\' secret' login",
    "alter role a encrypted PASSWORD\n '…' login",
  ],
  ['alter role a password $x$secret$x$', "alter role a password '…'"],
  [
    "create user mapping for a server s options (password 'se''cret')",
    "create user mapping for a server s options (password '…')",
  ],
  ["alter role a password ''", "alter role a password '…'"],
  [
    "alter role a password 'b'; alter role c password 'd'; select 1",
    "alter role a password '…'; alter role c password '…'; select 1",
  ],
  ["alter role a password 'password ''x'' ' login", "alter role a password '…' login"],
  ["do $$ alter role a password 'secret' $$", "do $$ alter role a password '…' $$"],
  ["alter role a password 'it has no end", "alter role a password '…'"],
  ['alter role a password $x$it has no end', "alter role a password '…'"],
])('a password is not kept: %s', async (query, told) => {
  expect((await auditedSql(query, false))?.sql).toBe(told)
})

test('a long text is truncated to one line', async () => {
  const told = await auditedSql(`update t\nset a = '${'x'.repeat(3000)}'`, false)
  expect(told?.sql).toHaveLength(AUDITED_SQL_MAX)
  expect(told?.isCut).toBe(true)
  expect(told?.target).toMatch(/^update t set a = 'x+…$/)
  expect(told?.target).toHaveLength(80)
})

test('a text of passwords without an end is read once', async () => {
  const text = Array.from({ length: 60_000 }, (_, at) => `password $t${at}$`).join(' ')
  expect(text.length).toBeGreaterThan(1_000_000)
  const told = await auditedSql(`alter role a ${text}`, false)
  expect(told?.sql).toBe("alter role a password '…'")
})

test('what can’t be stored is replaced', async () => {
  expect((await auditedSql('delete from \0\uD800t', false))?.sql).toBe('delete from \uFFFD\uFFFDt')
})
