import { expect, test } from 'vitest'
import { explainStatements, isExplainable, parameterCount, trialStatements } from './statement-explain.js'

test.each<[string, number]>([
  ['select 1', 0],
  ['select * from t where a = $1 and b = $12', 12],
  [`select '$3', "$4", $1 -- $5\n /* $6 */`, 1],
  ['select a$7, $2', 2],
  [`select 'it''s $9' || $1`, 1],
])('%s has %i parameters', (text, count) => {
  expect(parameterCount(text)).toBe(count)
})

test.each<[string, boolean]>([
  ['select 1', true],
  ['  -- why\n/* x */ WITH a as (select 1) select * from a', true],
  ['(select 1) union (select 2)', true],
  ['update t set a = $1', true],
  ['vacuum', false],
  ['set a = b', false],
  ['selection', false],
  ['create table select_of (a int)', false],
])('whether there is a plan of %s', (text, is) => {
  expect(isExplainable(text)).toBe(is)
})

test('from 16 on PostgreSQL plans parameters itself; before, they are prepared and never looked at', () => {
  const text = 'select * from t where a > $1 and b < $2;'
  expect(explainStatements(text, 160_000)).toEqual({
    statements: [
      'explain (generic_plan, verbose, costs, format json) select * from t where a > $1 and b < $2',
    ],
    planAt: 0,
  })
  expect(explainStatements(text, 159_999)).toEqual({
    statements: [
      'set plan_cache_mode = force_generic_plan',
      'prepare basedeck_plan as select * from t where a > $1 and b < $2',
      'explain (verbose, costs, format json) execute basedeck_plan (null, null)',
      'deallocate basedeck_plan',
    ],
    planAt: 2,
  })
  expect(explainStatements('select 1', 130_000).statements).toEqual([
    'explain (verbose, costs, format json) select 1',
  ])
})

test('a constant behind its type is read again', () => {
  expect(explainStatements('select now() - interval $1', 170_000).statements[0]).toMatch(
    /select now\(\) - \$1::interval$/,
  )
})

test('each index is tried by itself, and forgotten', () => {
  const candidates = [
    { schema: 'public', table: `o'"x`, columns: ['a"b', 'c'] },
    { schema: 'public', table: 'b', columns: ['d'] },
  ]
  const { statements, steps } = trialStatements('ext', candidates, { text: 'select $1', version: 180_000 })
  expect(statements).toEqual([
    'select "ext".hypopg_reset()',
    `select "ext".hypopg_relation_size(i.indexrelid)::text from "ext".hypopg_create_index('create index on "public"."o''""x" ("a""b", "c")') i`,
    'explain (generic_plan, verbose, costs, format json) select $1',
    'select "ext".hypopg_reset()',
    `select "ext".hypopg_relation_size(i.indexrelid)::text from "ext".hypopg_create_index('create index on "public"."b" ("d")') i`,
    'explain (generic_plan, verbose, costs, format json) select $1',
    'select "ext".hypopg_reset()',
  ])
  expect(steps).toEqual([
    { sizeAt: 1, planAt: 2 },
    { sizeAt: 4, planAt: 5 },
  ])
})
