/** Which words in front of a bracket can call a function: PostgreSQL's categories of keywords judge, and PostgreSQL runs. */
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmationFor } from '../src/index.js'
import { judge, reasonsToAsk } from '../src/grammar/index.js'
import { BARE_FUNCTION_WORDS, RESERVED_WORDS } from '../src/reserved-words.js'

let database: PGlite

beforeAll(async () => {
  database = await PGlite.create()
})

afterAll(() => database.close())

async function wordsBy(category: string): Promise<string[]> {
  const { rows } = await database.query<{ word: string }>(
    'select word from pg_get_keywords() where catcode = $1 order by word',
    [category],
  )
  return rows.map(({ word }) => word)
}

test('the reserved words are PostgreSQL’s', async () => {
  const mine = [...RESERVED_WORDS, ...BARE_FUNCTION_WORDS].sort()
  expect(mine).toEqual((await wordsBy('R')).sort())
})

test('exists, values and row can name no function; over, filter and within can', async () => {
  const names = await wordsBy('C')
  expect(['exists', 'values', 'row'].filter((word) => !names.includes(word))).toEqual([])
  const unreserved = await wordsBy('U')
  expect(['over', 'filter', 'within'].filter((word) => !unreserved.includes(word))).toEqual([])
})

/** Where a call may stand; `@` is its name. The last bracket is the call's. */
const PLACES = [
  'select @ (1)',
  'select @(1)',
  'select @\n(1)',
  'select @/**/(1)',
  'select @ -- x\n(1)',
  '-- x\nselect @(1)',
  'select all @(1)',
  'select distinct @(1)',
  'select distinct on (1) @(1)',
  'select distinct on (count(1)) @(1)',
  'select distinct on (1) @(1) over ()',
  'select distinct on (1) count(1) @(1)',
  'select count(*) @ (1)',
  'select count(*) @ ()',
  'select count(*) filter (where true) @ (1)',
  "select string_agg('a', 'b') within group (order by 1) @ (1)",
  'select count(*) over () @ (1)',
  'select (1) @ (1)',
  'select (select @(1))',
  'select - @(1)',
  'select not @(1)',
  'select 1 @ (1)',
  'select 1 as @ (1)',
  'select 1 + @(1)',
  'select 1, @(1)',
  'select array[@(1)]',
  'select array(select @(1))',
  'select case @(1) when 1 then 1 end',
  'select case when (true) then @(1) else @(1) end',
  'select lower(@(1)::text)',
  'select (row(1)) @ (1)',
  'select exists (select @(1))',
  'select s.@(1)',
  'select s . @ (1)',
  'select s./* x */@ (1)',
  'select "@"(1)',
  'select "s"."@" (1)',
  'select U&"@"(1)',
  'select U&"@" uescape \'!\' (1)',
  'select 1 from @(1)',
  'select 1 from @(1) x',
  'select 1 from t, @(1)',
  'select 1 from t @ (1)',
  'select 1 from t as @ (1)',
  'select 1 from (select 1) @ (1)',
  "select 1 from lower('a') @ (x)",
  'select 1 from lateral @(1)',
  'select 1 from rows from (@(1))',
  "select 1 from rows from (lower('a'), @(1))",
  'select 1 from t join lateral @(1) x on true',
  'select 1 from t join t u on @(1) = 1',
  'select 1 from t where @(1) = 1',
  'select 1 from t where (id) @ (1)',
  'select 1 from t where id in (@(1))',
  'select 1 from t where id = any (array[@(1)])',
  'select 1 from t group by @(1)',
  'select 1 from t group by (id) @ (1)',
  'select 1 from t having @(1) = 1',
  'select 1 from t order by @(1)',
  'select 1 from t limit @(1)',
  'select 1 from t limit (1) offset @(1)',
  'select 1 union select @(1)',
  'select 1 union (select @(1))',
  'select 1 from t window w as (order by @(1))',
  'select count(*) over (order by @(1))',
  'select count(*) filter (where @(1) = 1)',
  'select 1; select @(1)',
]

/** All keywords as functions that count their calls, each in the path and in a schema. */
async function makeFunctions(words: readonly string[]): Promise<void> {
  await database.exec(
    'create schema s; create table t (id int); insert into t values (1), (2); create sequence calls',
  )
  const bodies = words.flatMap((word) =>
    [`"${word}"`, `s."${word}"`].flatMap((name) => [
      `create function ${name}(int default 1) returns int language sql as $$select nextval('public.calls')::int$$`,
    ]),
  )
  await database.exec(bodies.join(';'))
}

test('no keyword calls a function unasked, wherever it stands', async () => {
  const { rows } = await database.query<{ word: string }>('select word from pg_get_keywords() order by word')
  // Listed names may be overloaded: the text does not show it.
  const listed = new Set(
    'coalesce extract nullif substring trim in left current_date current_timestamp'.split(' '),
  )
  const words = [...rows.map(({ word }) => word).filter((word) => !listed.has(word)), 'refresh', 'hit']
  await makeFunctions([...new Set(words)])
  let unasked = 0
  let ran = 0
  for (const place of PLACES) {
    for (const word of words) {
      const sql = place.replaceAll('@', word)
      if (confirmationFor(sql).type !== 'none') continue
      unasked++
      await database.exec(sql).then(
        () => ran++,
        () => undefined,
      )
      const judgement = await judge(sql)
      if (judgement.type === 'judged') expect([sql, reasonsToAsk(judgement)]).toEqual([sql, []])
    }
    const { rows: calls } = await database.query('select is_called from calls')
    expect([place, calls]).toEqual([place, [{ is_called: false }]])
  }
  expect(unasked).toBeGreaterThan(1_000)
  expect(ran).toBeGreaterThan(20)
  // The functions count.
  await database.exec('select distinct on (1) over(1) from t')
  expect((await database.query('select is_called from calls')).rows).toEqual([{ is_called: true }])
}, 60_000)
