import { expect, test } from 'vitest'
import { attributeCallIn } from './attribute-calls.js'
import { confirmationFor } from './confirmation.js'
import { piecesOf } from './pieces.js'

const word = (sql: string): string | undefined => {
  const confirmation = confirmationFor(sql)
  return confirmation.type === 'ask' ? `${confirmation.reason} ${confirmation.at?.word}` : undefined
}

// Every one of these calls a function in PostgreSQL; the first one writes.
test.each([
  ["select 1, ('seq'::regclass).nextval", 'nextval'],
  ['select -(10) . /* x */ pg_sleep', 'pg_sleep'],
  ['select a, (10)."pg_sleep"', '"pg_sleep"'],
  ['select r[1].nextval from t', 'nextval'],
  ['select $1.nextval', 'nextval'],
  ["select x.nextval from lower('seq') x", 'nextval'],
  ["select x.nextval from lower('seq') as x", 'nextval'],
  ['select X.nextval from lower(\'seq\') "x"', 'nextval'],
  ['select "a""b".nextval from lower($$seq$$) "a""b"', 'nextval'],
  ["select lower.nextval from lower('seq')", 'nextval'],
  ["select x.nextval from t left join lateral trim(lower('seq')) x on true", 'nextval'],
  ["select x.nextval from t, lower('seq') x", 'nextval'],
  ["select x.nextval from t cross join lower('seq') x", 'nextval'],
  ['select x.upper from current_user x', 'upper'],
  ['select x.upper from session_user as x', 'upper'],
  ["select x.nextval from rows from (lower('seq')) x", 'nextval'],
  ["select x.nextval from t, rows from (lower('seq')) as x", 'nextval'],
  ["select lower.nextval from rows from (lower('seq'))", 'nextval'],
  ["select x.nextval from (rows from (lower('seq')) x cross join t)", 'nextval'],
  ["select x.nextval from cast('seq' as regclass) x", 'nextval'],
  // Without an alias the value is called after what PostgreSQL makes of it.
  ["select regclass.nextval from cast('seq' as regclass)", 'nextval'],
  ['select b.nextval from t, cast(t.b as text)', 'nextval'],
  ["select int4.nextval from cast('1' as integer)", 'nextval'],
  ["select btrim.nextval from trim('seq')", 'nextval'],
  ['select x.nextval from current_timestamp (0) x', 'nextval'],
  // A name in Unicode escapes may be any name.
  ['select U&"\\0078".nextval from lower(\'seq\') x', 'nextval'],
  ['select x.nextval from lower(\'seq\') U&"\\0078"', 'nextval'],
  // Names are cut at 63 bytes: these two are one.
  [`select ${'a'.repeat(64)}.nextval from lower('seq') ${'a'.repeat(63)}`, 'nextval'],
])('%j calls', (sql, name) => {
  expect(word(sql)).toBe(`function ${name}`)
})

test.each([
  'select t.nextval from t',
  'select.a from t',
  'select t.name, count(*) n from public.t group by t.name',
  'select public.t.name from public.t',
  'select lower(a) x, y.nextval from t y',
  'select lower(a) x, x.name from t x',
  'select "ab".name from t "ab", lower(a) "a""b"',
  'select "ß".name from t "ß", lower(a) "ss"',
  'select u.name from auth.user u',
  'select t.* from t where t.id in (1) and t.at < now()',
  'select 1.5, .5, a[1:2]',
  'select t.a[1] from t',
  'select s.x.y from lower(a) x',
  'select x.name from (select 1 as name) x',
  'select a, cast(t.b as text), t.c from t',
  'select t.a from t where extract(year from cast(t.b as date)) in (1)',
  'select a, trim(t.b), t.c from t',
  'select o.id from t cross join lateral (select id from u) o',
  'select o.id from (select id from u) o',
])('%j does not', (sql) => {
  expect(word(sql)).toBeUndefined()
})

// Here only the names count.
test.each([
  ["select x.nextval from (lower('seq') x cross join t)", 'nextval'],
  ['select x.name from ((select 1 as name) x cross join t)', undefined],
  ['select a) x, x.name from t x', undefined],
])('the attribute call in %j is %s', (sql, name) => {
  const [piece] = piecesOf(sql)
  const call = piece && attributeCallIn(sql, piece)
  expect(call && sql.slice(call.start, call.end)).toBe(name)
})
