/** The order of values on the device, compared with PostgreSQL's `order by` of the same values: hard ones and generated ones. */
import { compareKeys, orderOf, readableCell, type SortKey } from '@basedeck/core/rules'
import { quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import type { Cell } from '@basedeck/platform-client/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/engines/engine.js'
import { readFilter } from '../../../../packages/core/src/rules/results/result-filter.js'
import { runApp, type RunningApp } from '../running-app.js'
import { GIVEN, makeValueTable, type ValueTable } from './value-table.js'
import { MATRIX_TYPES } from './value-types.js'

let running: RunningApp
let database: Database
let table: ValueTable
let runs = 0

beforeAll(async () => {
  running = await runApp('cluster')
  database = await running.life.database('default')
  table = await makeValueTable(database, ['extreme', 'hostile'])
})
afterAll(() => running?.stop())

/** Types that PostgreSQL orders and a result can't: their order is the database's own, or is told by no text. */
const DATABASE_ONLY = new Set(
  (
    'jsonb tsvector tsquery mood pair pair_domain float_range text_range mood[] pair[] flag[] "Odd type" public.bool public."json" ' +
    'public.numeric regclass regtype regproc regprocedure regoper regoperator regrole regnamespace regconfig regdictionary ' +
    'regcollation'
  ).split(/ (?!type")/),
)

interface Ranked {
  dataType: string
  /** Each value with its place among the different ones; null: PostgreSQL has no order for them. */
  values: [Cell, number][] | null
}

async function ranked(from: string, type: string): Promise<Ranked> {
  const query = (collation: string) =>
    `select v, dense_rank() over (order by v${collation}) from (${from}) as given(v) where v is distinct from null`
  const run = async (collation: string) => {
    runs += 1
    const { results } = await database.run({ runId: `order-${runs}`, query: query(collation) })
    const [result] = results
    const values = (result?.rows ?? []).map(([cell = null, rank]): [Cell, number] => [cell, Number(rank)])
    return { dataType: result?.fields[0]?.dataType ?? '', values }
  }
  try {
    return await run(/^(?:text|varchar.*|bpchar|char.*|code)$/.test(type) ? ' collate "C"' : '')
  } catch (error) {
    if (!String(error).includes('could not identify an ordering operator')) throw error
    return { dataType: '', values: null }
  }
}

/** Pairs of values that are in another order than PostgreSQL's. */
function disordered({ dataType, values }: Ranked): string[] {
  const order = orderOf(dataType)
  if (order.type === 'none' || !values) return [`${dataType} has no order`]
  const keys = values.map(([cell]): SortKey | undefined => (cell === null ? null : order.key(cell)))
  return values.flatMap(([cell, rank], at) => {
    const key = keys[at]
    if (key === undefined) return [`${cell} is not read`]
    return values.flatMap(([other, otherRank], index) => {
      const otherKey = keys[index]
      if (otherKey === undefined || Math.sign(compareKeys(key, otherKey)) === Math.sign(rank - otherRank))
        return []
      return [`${cell} against ${other}: ${compareKeys(key, otherKey)}, ${rank - otherRank}`]
    })
  })
}

test.each(MATRIX_TYPES.map(({ type }) => type))('hard values of %s', async (type) => {
  const found = await ranked(`select ${quoteIdentifier(type)} from ${GIVEN}`, type)
  const order = orderOf(type.replace('pg_catalog.', '').replace(/\(\d+(?:,\d+)?\)/, ''))
  if (found.values === null || DATABASE_ONLY.has(type)) {
    expect(order.type).toBe('none')
    return
  }
  expect(disordered(found)).toEqual([])
})

test('a filter of a result by = a value keeps that value', async () => {
  const columns = table.types.map(({ type }) => quoteIdentifier(type)).join(', ')
  const { results } = await database.run({
    runId: 'filter',
    query: `select ${columns} from ${GIVEN} order by id`,
  })
  const [result] = results
  const lost = (result?.fields ?? []).flatMap(({ dataType, name }, column) =>
    (result?.rows ?? []).flatMap((cells) => {
      const cell = cells[column] ?? null
      const shown = readableCell(cell, dataType)
      // What is typed is taken without the blanks around it.
      if (shown === null || shown !== shown.trim()) return []
      const filter = readFilter(`= ${shown}`, dataType)
      return filter && 'test' in filter && filter.test(cell) ? [] : [`${name}: ${shown}`]
    }),
  )
  expect(lost).toEqual([])
})

test('the table of the types was read', () => {
  expect(table.rows.length).toBeGreaterThan(20)
})

const two = (number: number) => String(number).padStart(2, '0')
const integer = (min: number, max: number) => fc.integer({ min, max })
const clock = fc
  .tuple(integer(0, 23), integer(0, 59), integer(0, 59), fc.constantFrom('', '.5', '.000001', '.999999'))
  .map(([hours, minutes, seconds, fraction]) => `${two(hours)}:${two(minutes)}:${two(seconds)}${fraction}`)
const zone = fc.constantFrom('+00', '-00:30', '+02', '+15:59', '-12', '+05:45')
const date = fc
  .tuple(
    fc.oneof(integer(1, 9), integer(1890, 2030), integer(9990, 12_000)),
    integer(1, 12),
    integer(1, 28),
    fc.boolean(),
  )
  .map(
    ([year, month, day, isBc]) =>
      `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}${isBc && year < 4000 ? ' BC' : ''}`,
  )
const moment = fc.tuple(date, clock).map(([day, time]) => day.replace(/( BC)?$/, ` ${time}$1`))
const instant = fc.tuple(moment, zone).map(([at, offset]) => at.replace(/( BC)?$/, `${offset}$1`))
const decimal = fc
  .tuple(integer(-30, 30), fc.constantFrom('', '.0', '.50', '.05', 'e20', 'e-20'))
  .map(([whole, rest]) => `${whole}${rest}`)
const small = integer(-12, 12).map(String)
const address = fc.oneof(
  fc
    .tuple(fc.constantFrom('10.0.0', '10.1.255', '192.168.0'), integer(0, 255))
    .map(([net, host]) => `${net}.${host}`),
  fc
    .tuple(fc.constantFrom('::', 'fe80::', '::ffff:10.0.0.', '2001:db8:0:1::'), integer(0, 255))
    .map(([net, host]) => `${net}${host}`),
)
const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: digits, maxLength: digits })
    .map((all) => all.join(''))
const rangeOf = (bound: fc.Arbitrary<string>, isBelow: (one: string, other: string) => boolean) =>
  fc
    .tuple(
      fc.constantFrom('[', '('),
      fc.option(bound, { nil: '' }),
      fc.option(bound, { nil: '' }),
      fc.constantFrom(']', ')'),
    )
    .map(([opening, one, other, closing]) => {
      const isSwapped = one !== '' && other !== '' && isBelow(other, one)
      const [lower, upper] = isSwapped ? [other, one] : [one, other]
      const quoted = [lower, upper].map((text) => (text === '' ? '' : `"${text}"`))
      return `${opening}${quoted.join(',')}${closing}`
    })
const numberBelow = (one: string, other: string) => Number(one) < Number(other)
const dateBelow = (one: string, other: string) => one < other
const plainDate = fc
  .tuple(integer(1000, 9999), integer(1, 12))
  .map(([year, month]) => `${year}-${two(month)}-01`)
const numbers = rangeOf(small, numberBelow)
const arrayOf = (element: fc.Arbitrary<string>) =>
  fc.oneof(
    fc
      .array(fc.option(element, { nil: 'NULL' }), { maxLength: 4 })
      .map(
        (all) =>
          `{${all.map((one) => (one === 'NULL' ? one : `"${one.replaceAll(/["\\]/g, '\\$&')}"`)).join(',')}}`,
      ),
    fc.tuple(element, element, element, element).map((all) => {
      const [a, b, c, d] = all.map((one) => `"${one.replaceAll(/["\\]/g, '\\$&')}"`)
      return `{{${a},${b}},{${c},${d}}}`
    }),
    element.map((one) => `[0:0]={"${one.replaceAll(/["\\]/g, '\\$&')}"}`),
  )
const word = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc
    .string({ unit: 'binary', maxLength: 3 })
    .filter((text) => !/[\0\uD800-\uDFFF]/.test(text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''))),
  fc.constantFrom('a', 'B', 'b ', ' b', '\uE000', '\u{1F600}', 'é'),
)
const interval = fc
  .tuple(integer(-30, 30), integer(-400, 400), fc.constantFrom('', '-'), integer(0, 3000), integer(0, 59))
  .map(
    ([months, days, sign, hours, minutes]) =>
      `${months} mons ${days} days ${sign}${hours}:${two(minutes)}:00.5`,
  )

/** Values of each type that has an order in results. */
const GENERATED: readonly (readonly [type: string, values: fc.Arbitrary<string>])[] = [
  ['int4', small],
  ['numeric', decimal],
  ['float8', fc.oneof(decimal, fc.constantFrom('NaN', '-0', '0', 'Infinity'))],
  ['money', fc.tuple(integer(-2000, 2000), integer(0, 99)).map(([whole, cents]) => `${whole}.${two(cents)}`)],
  ['text', word],
  ['bpchar', word],
  ['bytea', fc.array(hex(2), { maxLength: 4 }).map((bytes) => `\\x${bytes.join('')}`)],
  ['date', date],
  ['time', clock],
  ['timetz', fc.tuple(clock, zone).map((parts) => parts.join(''))],
  ['timestamp', moment],
  ['timestamptz', instant],
  ['interval', interval],
  ['uuid', hex(32)],
  [
    'inet',
    fc
      .tuple(address, fc.option(integer(0, 32), { nil: null }))
      .map(([at, mask]) => (mask === null ? at : `${at}/${mask}`)),
  ],
  ['macaddr', hex(12)],
  ['macaddr8', fc.oneof(hex(12), hex(16))],
  ['varbit', fc.array(fc.constantFrom('0', '1'), { maxLength: 18 }).map((bits) => bits.join(''))],
  ['pg_lsn', fc.tuple(hex(3), hex(3)).map((parts) => parts.join('/'))],
  ['tid', fc.tuple(integer(0, 20), integer(0, 20)).map((parts) => `(${parts.join(',')})`)],
  ['xid8', integer(0, 1000).map(String)],
  ['oidvector', fc.array(integer(0, 12), { maxLength: 4 }).map((all) => all.join(' '))],
  ['int4range', numbers],
  ['numrange', numbers],
  ['daterange', rangeOf(plainDate, dateBelow)],
  ['tsrange', rangeOf(plainDate, dateBelow)],
  ['int4multirange', fc.array(numbers, { maxLength: 3 }).map((all) => `{${all.join(',')}}`)],
  ['nummultirange', fc.array(numbers, { maxLength: 3 }).map((all) => `{${all.join(',')}}`)],
  ['int4[]', arrayOf(small)],
  ['bool[]', arrayOf(fc.constantFrom('t', 'f'))],
  ['inet[]', arrayOf(address)],
  ['int4range[]', arrayOf(numbers)],
]

test.each(GENERATED)('generated values of %s', async (type, values) => {
  const texts = fc.sample(values, { numRuns: 150, seed: 7 })
  const found = await ranked(
    `select v::${type} from (values ${texts.map((text) => `(${quoteLiteral(text)})`).join(', ')}) as texts(v)`,
    type,
  )
  expect(found.values?.length).toBeGreaterThan(100)
  expect(disordered(found).slice(0, 10)).toEqual([])
})

/** PostgreSQL's own order of texts in arrays is that of the database. */
test('generated arrays of texts, by characters', async () => {
  const texts = fc.sample(arrayOf(word), { numRuns: 150, seed: 7 })
  const found = await ranked(
    `select v::text[] collate "C" from (values ${texts.map((text) => `(${quoteLiteral(text)})`).join(', ')}) as texts(v)`,
    'array',
  )
  expect(disordered(found).slice(0, 10)).toEqual([])
})
