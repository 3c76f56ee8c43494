/** Rows of the grid that are read again: what stays and what goes. */
import { expect, test } from 'vitest'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { openEditableTable, orders, text } from '../../testing/open-editable-table.js'
import { queryResult } from '../../testing/query-result.js'

test('a row that is open as a form stays the same row when others come and go', async () => {
  const { screen, fake, shown, watch, until } = await openEditableTable()
  const row = watch(screen.$openRow)
  const id = () => row()?.fields[0]?.value
  screen.openRow(2)
  expect(id()).toBe('3')
  screen.editing.insertRow()
  expect(id()).toBe('3')
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  fake.answer(tableRowsStatement(orders, page).query, queryResult([['3', 'Cleo', 'f', '6']]))
  screen.refresh()
  await until(() => expect(shown(1)[0]).toBe('3'))
  expect(id()).toBe('3')
  fake.answer(tableRowsStatement(orders, page).query, queryResult([['4', 'Dan', 'f', '8']]))
  screen.refresh()
  await until(() => expect(shown(1)[0]).toBe('4'))
  expect(row()).toBeNull()
})

test('rows that another window saved are read again; what is staged here stays', async () => {
  const { editing, host, fake, shown, bar, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(2, 1, text('Cora'))
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  fake.answer(
    tableRowsStatement(orders, page).query,
    queryResult([
      ['1', 'Anna', 't', '2'],
      ['3', 'Cleo', 'f', '6'],
    ]),
  )
  host.storage.writeElsewhere('basedeck:table-saved', 'default/7 a-save')
  await until(() => expect(shown(0)[1]).toBe('Anna'))
  expect(shown(1)[1]).toBe('Cora')
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
})

test('Refresh reads the table, its rows and the list of tables again', async () => {
  const { screen, fake, view, watch, until } = await openEditableTable()
  const list = watch(screen.list.$view)
  await until(() => expect(list().status).not.toBe('loading'))
  const texts = () => fake.requests.map(({ body }) => (body as { query?: string } | undefined)?.query ?? '')
  const before = texts()
  const detail = tableDetailStatement('7').query
  const page = before.find((query) => query !== detail && query.includes('reltuples'))
  screen.refresh()
  await until(() => {
    const after = texts().slice(before.length)
    expect(after).toContain(detail)
    expect(after).toContain(page)
  })
  expect(page).toBeDefined()
  expect(view().status).toBe('ready')
})
