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

test('parameters are prepared, and never looked at', () => {
  expect(explainStatements('select * from t where a > $1 and b < $2;')).toEqual({
    statements: [
      'set plan_cache_mode = force_generic_plan',
      'prepare basedeck_plan as select * from t where a > $1 and b < $2',
      'explain (verbose, costs, format json) execute basedeck_plan (null, null)',
      'deallocate basedeck_plan',
    ],
    planAt: 2,
  })
  expect(explainStatements('select 1').statements).toEqual(['explain (verbose, costs, format json) select 1'])
})

test('a constant behind its type is read again', () => {
  expect(explainStatements('select now() - interval $1').statements[1]).toMatch(
    /select now\(\) - \$1::interval$/,
  )
})

test('each index is tried by itself, and forgotten', () => {
  const candidates = [
    { schema: 'public', table: `o'"x`, columns: ['a"b', 'c'] },
    { schema: 'public', table: 'b', columns: ['d'] },
  ]
  const { statements, steps } = trialStatements('ext', candidates, 'select $1')
  expect(statements).toEqual([
    'select "ext".hypopg_reset()',
    `select "ext".hypopg_relation_size(i.indexrelid)::text from "ext".hypopg_create_index('create index on "public"."o''""x" ("a""b", "c")') i`,
    'set plan_cache_mode = force_generic_plan',
    'prepare basedeck_plan as select $1',
    'explain (verbose, costs, format json) execute basedeck_plan (null)',
    'deallocate basedeck_plan',
    'select "ext".hypopg_reset()',
    `select "ext".hypopg_relation_size(i.indexrelid)::text from "ext".hypopg_create_index('create index on "public"."b" ("d")') i`,
    'set plan_cache_mode = force_generic_plan',
    'prepare basedeck_plan as select $1',
    'explain (verbose, costs, format json) execute basedeck_plan (null)',
    'deallocate basedeck_plan',
    'select "ext".hypopg_reset()',
  ])
  expect(steps).toEqual([
    { sizeAt: 1, planAt: 4 },
    { sizeAt: 7, planAt: 10 },
  ])
})
