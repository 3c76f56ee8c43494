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
  [
    "alter role a password 'b'; alter role c password 'd'; select 1",
    "alter role a password '…'; alter role c password '…'; select 1",
  ],
  ["do $$ begin alter role a password 'secret'; end $$", "do $$ begin alter role a password '…'; end $$"],
  ["alter role a password U&'secret'", "alter role a password '…'"],
  ["alter role a password U&'!0041secret' uescape '!'", "alter role a password '…' uescape '…'"],
  ["alter role a password/* the new one */'secret'", "alter role a password/* … */'…'"],
  [
    "create subscription s connection 'password=secret' publication p",
    "create subscription s connection '…' publication p",
  ],
  ["alter subscription s connection 'password=secret'", "alter subscription s connection '…'"],
  ["do $$ begin execute 'alter role a password ''secret'''; end $$", "do $$ begin execute '…'; end $$"],
  [
    "do $$ begin execute format('alter role a password %L', 'secret'); end $$",
    "do $$ begin execute format('…', '…'); end $$",
  ],
  ['set "my.password" = \'secret\'', 'set "my.password" = \'…\''],
  ["select set_config('my.password', 'secret', false)", "select set_config('…', '…', false)"],
  ["alter role a set my.password to 'secret'", "alter role a set my.password to '…'"],
  ['alter role a set my.password to secret', 'alter role a set my.password to …'],
  ["alter role a password 'it has no end, secret", "alter role … password '…'"],
  ['create user a identified by secret', 'create user … … by …'],
])('a secret is not kept: %s', async (query, told) => {
  const kept = await auditedSql(query, false)
  expect(kept?.sql).toBe(told)
  expect(kept?.target).not.toContain('secret')
})

test('a long text is truncated to one line', async () => {
  const told = await auditedSql(`update t\nset a = '${'x'.repeat(3000)}'`, false)
  expect(told?.sql).toHaveLength(AUDITED_SQL_MAX)
  expect(told?.isCut).toBe(true)
  expect(told?.target).toMatch(/^update t set a = 'x+…$/)
  expect(told?.target).toHaveLength(80)
})

test('of a text that is too long to be judged the shape is kept', async () => {
  const text = Array.from({ length: 60_000 }, (_, at) => `password $t${at}$`).join(' ')
  expect(text.length).toBeGreaterThan(1_000_000)
  const told = await auditedSql(`alter role a ${text}`, false)
  expect(told?.sql).toBe("alter role … password '…' …")
})

test('what can’t be stored is replaced', async () => {
  expect((await auditedSql('delete from \uD800t', false))?.sql).toBe('delete from \uFFFDt')
})
