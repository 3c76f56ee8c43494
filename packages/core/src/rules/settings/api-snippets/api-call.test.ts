import { expect, test } from 'vitest'
import type { ApiColumn } from '../../../sql/api-objects.js'
import { apiColumn } from '../../../testing/api-column.js'
import { functionCall, tableCalls } from './api-call.js'

const id = apiColumn('id', {
  type: 'bigint',
  category: 'N',
  isNullable: false,
  key: 1,
  isGenerated: true,
  mayInsert: false,
  mayUpdate: false,
})
const total = apiColumn('total', { type: 'numeric', category: 'N', isNullable: false })
const note = apiColumn('note')
const table = (columns: ApiColumn[], given = {}) => ({ columns, readsAll: true, mayDelete: true, ...given })
const locked = { mayInsert: false, mayUpdate: false }

test('a table that may be read and written has each call, about the row of its key', () => {
  const where = { column: 'id', value: 1 }
  expect(tableCalls(table([id, total, note]))).toEqual([
    { call: 'read', columns: null },
    { call: 'filter', columns: null, where },
    { call: 'insert', row: { total: 1 } },
    { call: 'update', row: { total: 1 }, where },
    { call: 'delete', where },
  ])
})

test('a key that may be given is upserted, with what must be given', () => {
  const own = { ...id, isGenerated: false, isIdentity: true, mayInsert: true, mayUpdate: true }
  expect(tableCalls(table([own, total])).at(-1)).toEqual({
    call: 'upsert',
    row: { id: 1, total: 1 },
    conflict: ['id'],
  })
})

test('the columns of a key are in its order', () => {
  const [second, first] = [
    { ...total, name: 'b', key: 2 },
    { ...total, name: 'a', key: 1 },
  ]
  expect(tableCalls(table([second, first, note])).at(-1)).toMatchObject({ conflict: ['a', 'b'] })
})

test.each<[string, ReturnType<typeof table>, string[]]>([
  ['nothing may be done', table([], { mayDelete: false }), []],
  ['it is only read', table([{ ...note, ...locked }], { mayDelete: false }), ['read', 'filter']],
  ['it is only inserted into', table([{ ...note, mayRead: false, mayUpdate: false }]), ['insert']],
  ['it is only deleted from, and no column is read', table([]), []],
  ['it is read and deleted from', table([{ ...note, ...locked }]), ['read', 'filter', 'delete']],
  [
    'its key may be changed, and nothing else',
    table([{ ...id, ...locked, isGenerated: false }]),
    ['read', 'filter', 'delete'],
  ],
])('where %s, the calls are those', (_, given, calls) =>
  expect(tableCalls(given).map(({ call }) => call)).toEqual(calls),
)

test('columns that the role may not read are not selected', () => {
  const hidden = { ...note, name: 'secret', mayRead: false }
  const [read] = tableCalls(table([id, hidden, note], { readsAll: false }))
  expect(read).toEqual({ call: 'read', columns: ['id', 'note'] })
})

test('without a key a row is found by a column that can be compared', () => {
  const tags = apiColumn('tags', { type: 'text[]', category: 'A' })
  const more = apiColumn('more', { type: 'jsonb', category: 'U' })
  expect(tableCalls(table([tags, more, note]))[1]).toMatchObject({
    where: { column: 'note', value: 'text' },
  })
  expect(tableCalls(table([tags, more])).map(({ call }) => call)).not.toContain('filter')
})

test('a column that needs nothing is inserted when no column needs a value', () => {
  const filled = apiColumn('at', { default: 'now()', type: 'timestamp with time zone', category: 'D' })
  expect(tableCalls(table([id, filled])).find(({ call }) => call === 'insert')).toMatchObject({
    row: { at: '2026-01-31T12:00:00Z' },
  })
})

test('a function is called with the arguments that it needs, if each has a name', () => {
  const argument = (name: string, hasDefault = false) => ({
    name,
    type: 'integer',
    category: 'N',
    hasDefault,
  })
  const called = (names: ReturnType<typeof argument>[]) =>
    functionCall({ arguments: names, returns: 'integer', isStable: true })
  expect(called([argument('a'), argument('b', true)])).toEqual({
    call: 'function',
    arguments: { a: 1 },
    isStable: true,
  })
  expect(called([])).toMatchObject({ arguments: {} })
  expect(called([argument('a'), argument('', true)])).toBeNull()
})
