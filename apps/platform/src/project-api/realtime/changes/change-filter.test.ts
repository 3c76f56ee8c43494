import { expect, test } from 'vitest'
import { conditionSql, readFilters } from './change-filter.js'

test.each([
  ['id=eq.1', [{ column: 'id', operator: 'eq', value: '1', isNegated: false }]],
  ['id=not.in.(1,2)', [{ column: 'id', operator: 'in', value: '(1,2)', isNegated: true }]],
  ['"a=b"=eq."x,y"', [{ column: 'a=b', operator: 'eq', value: 'x,y', isNegated: false }]],
  [
    'a=eq.1,b=like.x%',
    [
      { column: 'a', operator: 'eq', value: '1', isNegated: false },
      { column: 'b', operator: 'like', value: 'x%', isNegated: false },
    ],
  ],
  ['a=eq.x,y', [{ column: 'a', operator: 'eq', value: 'x,y', isNegated: false }]],
  ['a=eq.', [{ column: 'a', operator: 'eq', value: '', isNegated: false }]],
])('%s', (text, filters) => {
  expect(readFilters(text)).toEqual(filters)
})

test.each(['nonsense', 'a=1', 'a=constructor.1', 'a=in.1,2', '=eq.1'])('%s can’t be read', (text) => {
  expect(readFilters(text)).toBeUndefined()
})

test('a value stays a value in the SQL', () => {
  const [filter] = readFilters(`name=in.(it's,"a,b")`) ?? []
  expect(filter && conditionSql(filter, 'v', 'pg_catalog.text')).toBe(
    `v::pg_catalog.text = any('{"it''s","a,b"}'::text::pg_catalog.text[])`,
  )
})
