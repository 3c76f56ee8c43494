/** Pages of a table’s rows, from the first and from the last one. */
import { expect, test } from 'vitest'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { COLUMNS, FIRST, openTable, orders, rowsFrom } from '../../testing/open-table.js'
import { queryResult } from '../../testing/query-result.js'

test('the rows of a page, where they are among all, and the pages before and after', async () => {
  const { screen, view, shown, until } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  expect(screen.$thing.get()).toBe('orders')
  expect(screen.$about.get()).toMatchObject({
    label: 'public.orders',
    kind: 'Table',
    rls: { label: 'RLS off' },
  })
  expect(screen.$range.get()).toBe('1–100 of about 250')
  expect(screen.$page.get()).toEqual({ label: 'Page 1', hasPrevious: false, hasNext: true })
  screen.nextPage()
  expect(view()).toMatchObject({ status: 'ready', isLoading: true, before: 0 })
  await until(() => expect(shown()[0]).toEqual(['101', 'Name 101']))
  expect(view()).toMatchObject({ before: 100, isLoading: false })
  screen.nextPage()
  await until(() => expect(screen.$range.get()).toBe('201–250 of 250'))
  expect(screen.$page.get()).toEqual({ label: 'Page 3', hasPrevious: true, hasNext: false })
  screen.previousPage()
  await until(() => expect(shown()[0]).toEqual(['101', 'Name 101']))
})

test('the last page is counted from the end, until the rows are counted; before it the pages end at the first', async () => {
  const { screen, shown, until, view, fake } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  screen.lastPage()
  await until(() => expect(shown()[0]).toEqual(['151', 'Name 151']))
  expect(screen.$page.get()).toEqual({ label: 'Last page', hasPrevious: true, hasNext: false })
  expect(screen.$range.get()).toBe('Last 100 of about 250')
  expect(view()).toMatchObject({ before: -100 })
  screen.previousPage()
  await until(() => expect(shown()[0]).toEqual(['51', 'Name 51']))
  expect(screen.$page.get()).toEqual({ label: 'Page 2 from the end', hasPrevious: true, hasNext: true })
  expect(screen.$range.get()).toBe('200–101 from the end of about 250')
  screen.countExactly()
  await until(() => expect(screen.$range.get()).toBe('52–151 of 251'))
  expect(view()).toMatchObject({ before: 51 })
  screen.previousPage()
  await until(() => expect(shown()[0]).toEqual(['1', 'Name 1']))
  expect(screen.$page.get()).toMatchObject({ label: 'Page 1', hasPrevious: false })
  const offsets = fake.requests.filter(({ body }) => /offset 2\d\d/.test(JSON.stringify(body ?? '')))
  expect(offsets).toEqual([])
})

test('a page that meets the first row is the first page', async () => {
  const { screen, shown, until } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  screen.lastPage()
  await until(() => expect(shown()[0]).toEqual(['151', 'Name 151']))
  screen.previousPage()
  await until(() => expect(shown()[0]).toEqual(['51', 'Name 51']))
  screen.previousPage()
  await until(() => expect(shown()).toHaveLength(100))
  await until(() => expect(screen.$range.get()).toBe('1–100 of about 250'))
})

test('the last page of a view without a key is found by counting its rows', async () => {
  const { screen, shown, until, fake } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  const view = { ...orders, key: [], rowId: [] }
  const columns = COLUMNS.map((column) => ({ ...column, key: null }))
  fake.answer(
    tableDetailStatement('7').query,
    queryResult([['public', 'orders', 'v', null, null, '0', null, JSON.stringify(columns)]]),
  )
  fake.answer(tableRowsStatement(view, FIRST).query, queryResult(rowsFrom(1, 101)))
  fake.answer(tableRowsStatement(view, { ...FIRST, offset: 200 }).query, queryResult(rowsFrom(201, 251)))
  screen.refresh()
  await until(() => expect(screen.$about.get()?.kind).toBe('View'))
  await until(() => expect(screen.$page.get().hasNext).toBe(true))
  screen.lastPage()
  await until(() => expect(screen.$range.get()).toBe('201–251 of 251'))
})
