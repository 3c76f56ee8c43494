import { expect, test } from 'vitest'
import { detailColumn } from '../testing/detail-column.js'
import { asRoleFinds, columnRightsIn, columnRightsStatement } from './column-rights.js'
import { tableDetailIn, type TableDetail } from './table-detail.js'
import { allRowsQuery, tableRowsStatement } from './table-rows.js'

const table = (key: string | null): TableDetail => {
  const columns = [
    detailColumn('id', 'int8', { key: key === 'id' ? 1 : null }),
    detailColumn('pay', 'numeric'),
    detailColumn('name', 'text'),
  ]
  const row = ['shop', 'staff', 'r', null, 't', '1', '2', JSON.stringify(columns), null, '28']
  const found = tableDetailIn('7', row)
  if (!found) throw new Error('There is no table')
  return found
}
const rights = columnRightsIn([
  ['id', 't', 'f', 't'],
  ['pay', 'f', 'f', 'f'],
  ['name', 't', 't', 't'],
])
const page = { sorts: [], filters: [], offset: 0, limit: 10, search: 'a' }

test('columns that a role may not read are neither read, searched nor exported', () => {
  const found = asRoleFinds(table('id'), rights)
  expect(found.columns.map(({ isHidden, mayUpdate, mayInsert }) => [isHidden, mayUpdate, mayInsert])).toEqual(
    [
      [undefined, false, undefined],
      [true, false, false],
      [undefined, undefined, undefined],
    ],
  )
  const { query } = tableRowsStatement(found, page)
  expect(query).toContain('select "id", null as "pay"')
  expect(query).not.toContain('"pay"::text')
  expect(allRowsQuery(found, page)).not.toContain('pay')
  expect(found).toMatchObject({ key: ['id'] })
  expect(found.hidesIdentity).toBeUndefined()
})

test('rows without a key that the role may read can’t be told apart by it, or by their place', () => {
  for (const found of [
    asRoleFinds(table(null), rights),
    asRoleFinds(
      table('id'),
      new Map([...rights, ['id', { mayRead: false, mayUpdate: true, mayInsert: true }]]),
    ),
  ])
    expect(found).toMatchObject({ key: [], rowId: [], hidesIdentity: true })
})

test('a role that may read everything, or nothing, finds the table as it is: PostgreSQL refuses the rows', () => {
  const all = new Map(
    ['id', 'pay', 'name'].map((name) => [name, { mayRead: true, mayUpdate: true, mayInsert: true }]),
  )
  expect(asRoleFinds(table('id'), all)).toEqual(table('id'))
  const none = new Map([...all].map(([name, of]) => [name, { ...of, mayRead: false }]))
  expect(asRoleFinds(table('id'), none)).toEqual(table('id'))
  expect(columnRightsStatement('7').parameters).toEqual(['7'])
})
