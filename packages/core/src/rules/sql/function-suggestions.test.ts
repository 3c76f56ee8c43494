import { expect, test } from 'vitest'
import { completionContext } from './completion-context.js'
import {
  callable,
  commonFunctions,
  functionsOf,
  namedFunctions,
  rowFunctions,
} from './function-suggestions.js'
import { EMPTY_CATALOGUE, indexCatalogue } from './sql-catalogue.js'

const known = (schema: string, name: string, result = 'text', parameters = '') => ({
  schema,
  name,
  parameters,
  result,
  comment: null,
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  schemas: ['pg_catalog', 'public', 'shop'],
  functions: [
    known('pg_catalog', 'counter'),
    known('pg_catalog', 'count'),
    known('pg_catalog', 'count_in', 'internal'),
    known('pg_catalog', 'count_rows', 'SETOF text'),
    known('shop', 'count_sold'),
    known('public', 'count_stamp', 'trigger'),
    known('public', 'count_drops', 'event_trigger'),
    known('shop', 'count_c', 'cstring'),
    known('shop', 'count_days', 'TABLE(day date)'),
  ],
})

function at(text: string) {
  return completionContext(text, text.length)
}
const inserts = (items: Iterable<{ insert: string }>) => [...items].map(({ insert }) => insert)

test('a value never comes from what is internal or only for triggers', () => {
  const context = at('select cou')
  expect(inserts(callable(context, catalogue, () => true))).toEqual([
    'count',
    'shop.count_c',
    'shop.count_days',
    'count_rows',
    'shop.count_sold',
    'counter',
  ])
  expect(inserts(callable(context, catalogue, (schema) => schema === 'shop'))).toEqual([
    'shop.count_c',
    'shop.count_days',
    'shop.count_sold',
  ])
  expect(inserts(callable(at('select '), catalogue, () => true))).toEqual([])
})

test('what is called most is offered from the first letter on', () => {
  expect(inserts(commonFunctions(at('select c'), catalogue))).toEqual(['count'])
  expect(inserts(commonFunctions(at('select '), catalogue))).toEqual([])
})

test('in a FROM only functions that return rows', () => {
  expect(inserts(rowFunctions(at('select * from cou'), catalogue))).toEqual(['shop.count_days', 'count_rows'])
  expect(inserts(rowFunctions(at('select * from '), catalogue))).toEqual([])
})

test('a trigger calls its own functions, with brackets; others are named, the user’s first', () => {
  const trigger = at('create trigger t before insert on a for each row execute function ')
  if (trigger.type !== 'function') throw new Error(trigger.type)
  expect([...namedFunctions(trigger, catalogue)]).toMatchObject([
    { insert: 'count_stamp', isCall: true },
    { insert: 'count_drops', isCall: true },
  ])
  const drop = at('drop function cou')
  if (drop.type !== 'function') throw new Error(drop.type)
  const found = [...namedFunctions(drop, catalogue)]
  const own = ['shop.count_sold', 'count_stamp', 'count_drops', 'shop.count_c', 'shop.count_days']
  expect([...new Set(inserts(found))]).toEqual([...own, 'count', 'count_rows', 'counter'])
  expect(found.some(({ isCall }) => isCall)).toBe(false)
  const all = at('drop function ')
  if (all.type !== 'function') throw new Error(all.type)
  expect(inserts(namedFunctions(all, catalogue))).toEqual(own)
})

test('of a schema its own', () => {
  expect(inserts(functionsOf('shop', at('select shop.'), undefined, catalogue))).toEqual([
    'count_days',
    'count_sold',
    'count_c',
  ])
  expect(inserts(functionsOf('public', at('select public.'), undefined, catalogue))).toEqual([])
  expect(
    inserts(functionsOf('public', at('drop function public.'), { isTrigger: false }, catalogue)),
  ).toEqual(['count_drops', 'count_stamp'])
})
