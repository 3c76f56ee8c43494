import { expect, test } from 'vitest'
import { COLUMNS_MAX, tableProblems, type ColumnToCheck, type TableToCheck } from './table-problems.js'

const column = (changes: Partial<ColumnToCheck> = {}): ColumnToCheck => ({
  key: 'a',
  name: 'a',
  type: 'int8',
  default: '',
  identity: 'none',
  generated: null,
  stopsComputing: false,
  check: '',
  ...changes,
})
const table = (changes: Partial<TableToCheck> = {}): TableToCheck => ({
  name: 't',
  columns: [column()],
  foreignKeys: [],
  ...changes,
})
const paths = (changes: Partial<TableToCheck>, others: string[] = []) =>
  tableProblems(table(changes), others).map(({ path }) => path)

test.each<[Partial<TableToCheck>, string[]]>([
  [{}, []],
  [{ columns: [] }, []],
  [{ name: '' }, ['name']],
  [{ columns: [column({ name: '' })] }, ['columns.0.name']],
  [{ columns: [column(), column({ key: 'b' })] }, ['columns.1.name']],
  [{ columns: [column(), column({ key: 'b', name: 'A' })] }, []],
  [{ columns: [column({ name: 'ctid' })] }, ['columns.0.name']],
  [{ columns: [column({ type: 'text' })] }, []],
  [{ columns: [column({ type: '' })] }, ['columns.0.type']],
  [{ columns: [column({ type: 'int8 primary key' })] }, ['columns.0.type']],
  [{ columns: [column({ default: '1;' })] }, ['columns.0.default']],
  [{ columns: [column({ default: '1;', identity: 'always' })] }, []],
  [{ columns: [column({ default: '1;', generated: 'b' })] }, []],
  [{ columns: [column({ default: '1;', generated: ' ' })] }, ['columns.0.default']],
  [{ columns: [column({ default: '1;', generated: 'b', stopsComputing: true })] }, ['columns.0.default']],
  [{ columns: [column({ check: '(a' })] }, ['columns.0.check']],
  [{ columns: [column({ generated: 'a) stored; drop table a; --' })] }, ['columns.0.generated']],
  [{ columns: [column({ generated: 'price * 2' })] }, []],
  [{ columns: [column({ identity: 'always' })] }, []],
  [{ columns: [column({ identity: 'always', type: 'text' })] }, ['columns.0.identity']],
  [{ columns: [column({ identity: 'always', type: '' })] }, ['columns.0.type']],
  [{ foreignKeys: [{ target: null, pairs: [] }] }, ['foreignKeys.0.target']],
  [{ foreignKeys: [{ target: {}, pairs: [] }] }, ['foreignKeys.0.pairs']],
  [{ foreignKeys: [{ target: {}, pairs: [{ column: 'a', target: 'id' }] }] }, []],
  [{ foreignKeys: [{ target: {}, pairs: [{ column: 'a', target: '' }] }] }, ['foreignKeys.0.pairs']],
  [{ foreignKeys: [{ target: {}, pairs: [{ column: 'gone', target: 'id' }] }] }, ['foreignKeys.0.pairs']],
  [
    {
      columns: [column(), column({ key: 'b', name: 'b' })],
      foreignKeys: [{ target: {}, pairs: [{ column: 'a', target: 'id' }] }],
    },
    [],
  ],
  [
    {
      foreignKeys: [
        {
          target: {},
          pairs: [
            { column: 'a', target: 'id' },
            { column: 'gone', target: 'id' },
          ],
        },
      ],
    },
    ['foreignKeys.0.pairs'],
  ],
])('of %o the wrong fields are %j', (changes, expected) => {
  expect(paths(changes)).toEqual(expected)
})

test('each field tells what is wrong', () => {
  const columns = [
    column({ name: '', type: '', default: '1;', check: '(a' }),
    column({ key: 'b', name: 'b', generated: '1;' }),
    column({ key: 'c', name: 'c', identity: 'always', type: 'text' }),
  ]
  const foreignKeys = [
    { target: null, pairs: [] },
    { target: {}, pairs: [] },
  ]
  expect(tableProblems(table({ name: '', columns, foreignKeys }))).toEqual([
    { path: 'name', problem: { kind: 'name', reason: 'empty' } },
    { path: 'columns.0.name', problem: { kind: 'name', reason: 'empty' } },
    { path: 'columns.0.type', problem: { kind: 'type', reason: 'empty' } },
    { path: 'columns.0.default', problem: { kind: 'expression', reason: 'semicolon' } },
    { path: 'columns.0.check', problem: { kind: 'expression', reason: 'bracket' } },
    { path: 'columns.1.generated', problem: { kind: 'expression', reason: 'semicolon' } },
    { path: 'columns.2.identity', problem: { kind: 'identity' } },
    { path: 'foreignKeys.0.target', problem: { kind: 'target' } },
    { path: 'foreignKeys.1.pairs', problem: { kind: 'pair' } },
  ])
})

test('names of columns that are not shown are taken', () => {
  expect(paths({}, ['a'])).toEqual(['columns.0.name'])
  expect(paths({}, ['b'])).toEqual([])
})

test('a table may have 1,600 columns', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => column({ key: `k${index}`, name: `c${index}` }))
  expect(paths({ columns: many(COLUMNS_MAX) })).toEqual([])
  expect(tableProblems(table({ columns: many(COLUMNS_MAX + 1) }))).toEqual([
    { path: 'columns', problem: { kind: 'columns' } },
  ])
})
