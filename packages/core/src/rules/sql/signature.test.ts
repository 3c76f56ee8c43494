import { expect, test } from 'vitest'
import { signatureAt } from './signature.js'
import { EMPTY_CATALOGUE, indexCatalogue } from './sql-catalogue.js'

const known = (name: string, parameters: string, schema = 'pg_catalog') => ({
  schema,
  name,
  parameters,
  result: 'text',
  comment: null,
})
const catalogue = indexCatalogue({
  ...EMPTY_CATALOGUE,
  searchPath: ['pg_catalog', 'public'],
  functions: [
    known('date_trunc', 'text, timestamp with time zone'),
    known('date_trunc', 'text, timestamp with time zone, text'),
    known('concat', 'VARIADIC "any"'),
    known('now', ''),
    known('left', 'text, integer'),
    known('price', "amount numeric(10,2), note text DEFAULT 'a, b'::text", 'shop'),
    known('orders', 'integer', 'public'),
  ],
})

test.each<[string, string | undefined]>([
  ["select date_trunc(|'day', now())", 'date_trunc 0 of 2, 1 other'],
  ["select date_trunc('day', now(|))", 'now - of 0'],
  ["select date_trunc('day', |now())", 'date_trunc 1 of 2, 1 other'],
  ["select date_trunc('day', now(), |", 'date_trunc 2 of 3, 1 other'],
  ["select date_trunc('a, b|', now())", 'date_trunc 0 of 2, 1 other'],
  ['select date_trunc((1 + |2), 3)', 'date_trunc 0 of 2, 1 other'],
  ['select concat(1, 2, |3)', 'concat 0 of 1'],
  ['select shop.price(1, |', 'price 1 of 2'],
  ['select left(name, |3)', 'left 1 of 2'],
  ['select date_trunc(1)|', undefined],
  ['select date_trunc|(1)', undefined],
  ['select nothing(|', undefined],
  // More arguments than any form has: the longest form, without a parameter.
  ["select date_trunc('a', now(), 'b', |", 'date_trunc - of 3, 1 other'],
  ['select (1, |2)', undefined],
  ['select left(name, 3, |', 'left - of 2'],
  ['select left((name), |3)', 'left 1 of 2'],
  ['select left(|, 3)', 'left 0 of 2'],
  ['select shop.left(|', undefined],
  ['|left(1)', undefined],
  ['|left(1', undefined],
  ['left(name, |3)', 'left 1 of 2'],
  ['select a, left(|', 'left 0 of 2'],
  ['insert into orders (|', undefined],
  ['select date_trunc((select |1))', undefined],
  ['|', undefined],
])('%s', (text, expected) => {
  const found = signatureAt(text.replace('|', ''), text.indexOf('|'), catalogue)
  const others = found && found.others > 0 ? `, ${found.others} other` : ''
  expect(
    found && `${found.shown.name} ${found.parameter ?? '-'} of ${found.parameters.length}${others}`,
  ).toBe(expected)
})

test('the parameters are told as they are written, without the blanks between them', () => {
  const found = signatureAt('select shop.price(1, 2)', 21, catalogue)
  expect(found?.parameters).toEqual(['amount numeric(10,2)', "note text DEFAULT 'a, b'::text"])
  expect(signatureAt('select concat(1)', 15, catalogue)?.parameters).toEqual(['VARIADIC "any"'])
  expect(signatureAt('select now()', 11, catalogue)?.parameters).toEqual([])
})
