/** Filters and orders of a table’s rows: in the address, chosen, refused. */
import type { FakePlatform } from '@basedeck/platform-client/testing'
import { expect, test } from 'vitest'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { FIRST, openTable, orders } from '../../testing/open-table.js'

test('an order is in the address, from it and into it', async () => {
  const { screen, shown, host, until } = await openTable('?schema=public&sort=name:desc')
  await until(() => expect(shown()[0]).toEqual(['9', 'Name 9']))
  expect(screen.$sorts.get().map(({ text }) => text)).toEqual(['name descending'])
  screen.$sorts.get()[0]?.remove()
  await until(() => expect(shown()[0]).toEqual(['1', 'Name 1']))
  expect(host.navigation.current().search).toBe('?schema=public')
  screen.sortBy(1, false)
  expect(host.navigation.current().search).toBe('?schema=public&sort=name%3Aasc')
  screen.sortBy(1, false)
  expect(host.navigation.current().search).toBe('?schema=public&sort=name%3Adesc')
})

test('a typed filter is in the address; no match offers to remove it', async () => {
  const { screen, view, shown, host, until } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  expect(screen.addFilter('nam = x')).toBe(false)
  expect(screen.$filterProblem.get()).toBe('Begin with a column of this table')
  expect(screen.addFilter('name = x')).toBe(true)
  expect(host.navigation.current().search).toBe('?schema=public&filter=name%3Aeq%3Ax')
  await until(() => expect(view()).toMatchObject({ status: 'empty', title: 'No rows match the filters' }))
  expect(screen.$filters.get().map(({ text }) => text)).toEqual(['name = x'])
  const now = view()
  if (now.status === 'empty') now.step?.run()
  await until(() => expect(shown()).toHaveLength(100))
  expect(host.navigation.current().search).toBe('?schema=public')
})

test('each filter is an entry of the history, an order takes the place of the one before', async () => {
  const { screen, shown, host, until } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  const before = host.navigation.history.length
  screen.addFilter('name = x')
  screen.sortBy(0, false)
  screen.addFilter('id = 1')
  expect(
    host.navigation.history
      .slice(before)
      .map((href) => new URLSearchParams(href.split('?')[1]).getAll('filter')),
  ).toEqual([['name:eq:x'], ['name:eq:x', 'id:eq:1']])
  host.navigation.go(host.navigation.history.at(-2) ?? '')
  expect(screen.$filters.get().map(({ text }) => text)).toEqual(['name = x'])
})

const refuse = (fake: FakePlatform) => {
  const filters = [{ column: 'id', operator: 'eq' as const, value: 'x' }]
  fake.answer(tableRowsStatement(orders, { ...FIRST, filters }).query, {
    error: {
      message: 'invalid input syntax for type bigint: "x"',
      formattedError: 'ERROR:  invalid input syntax for type bigint: "x"',
      code: '22P02',
    },
  })
}

test('a table that is opened with a refused filter has the toolbar of one whose filter was just refused', async () => {
  const typed = await openTable('?schema=public', refuse)
  const typedMenu = typed.watch(typed.screen.$exportMenu)
  await typed.until(() => expect(typed.view().status).toBe('ready'))
  expect(typedMenu()).not.toHaveProperty('shownRefusal')
  typed.screen.addFilter('id = x')
  await typed.until(() => expect(typed.view().status).toBe('refused'))
  const opened = await openTable('?schema=public&filter=id:eq:x', refuse)
  const openedMenu = opened.watch(opened.screen.$exportMenu)
  await opened.until(() => expect(opened.view().status).toBe('refused'))
  expect(openedMenu()).toMatchObject({
    wholeLabel: 'All rows that match the filters',
    shownRefusal: 'No rows are shown',
  })
  expect(openedMenu()).toEqual(typedMenu())
  typed.screen.exportShown('csv')
  expect(typed.host.saved).toEqual([])
})

test('a refused filter says what PostgreSQL said, and can be removed', async () => {
  const { screen, view, until } = await openTable('?schema=public', refuse)
  await until(() => expect(view().status).toBe('ready'))
  screen.addFilter('id = x')
  await until(() =>
    expect(view()).toMatchObject({
      status: 'refused',
      title: 'PostgreSQL can’t apply the filters',
      detail: 'invalid input syntax for type bigint: "x"',
      step: { label: 'Remove the filters' },
    }),
  )
  const refused = view()
  if (refused.status === 'refused') refused.step.run()
  await until(() => expect(view().status).toBe('ready'))
  expect(screen.$filters.get()).toEqual([])
})

test('a filter on a later page asks for its first page, and for nothing else', async () => {
  const { screen, shown, until, fake, view } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  screen.nextPage()
  await until(() => expect(shown()[0]).toEqual(['101', 'Name 101']))
  const before = fake.requests.length
  screen.addFilter('name = x')
  await until(() => expect(view().status).toBe('empty'))
  expect(fake.requests.slice(before)).toHaveLength(1)
  // No rows are all of them: there is no page to go to and nothing to count.
  expect(screen.$page.get()).toMatchObject({ hasPrevious: false, hasNext: false })
  expect([screen.$range.get(), screen.$count.get()]).toEqual(['0 rows', null])
})

test('a filter is chosen by the mouse: added, changed, and not without what it needs', async () => {
  const { screen, shown, until, host, watch } = await openTable()
  const form = watch(screen.$filterForm)
  await until(() => expect(shown()).toHaveLength(100))
  screen
    .columnActionsOf(1)
    .find(({ id }) => id === 'filter')
    ?.run()
  expect(form()).toMatchObject({ column: 'name', operator: 'eq', value: '', columns: ['id', 'name'] })
  screen.changeFilterForm({ operator: 'gt' })
  expect(form()?.canApply).toBe(false)
  screen.applyFilterForm()
  expect(form()).not.toBeNull()
  screen.changeFilterForm({ operator: 'eq', value: 'x' })
  screen.applyFilterForm()
  expect(form()).toBeNull()
  expect(host.navigation.current().search).toBe('?schema=public&filter=name%3Aeq%3Ax')
  screen.openFilterForm(screen.$filters.get()[0]?.filter)
  screen.changeFilterForm({ operator: 'is' })
  expect(form()).toMatchObject({ value: 'null', canApply: true })
  screen.applyFilterForm()
  expect(screen.$filters.get().map(({ text }) => text)).toEqual(['name is null'])
})

test('of rows that a filter does not let be read nothing is counted', async () => {
  const { screen, shown, view, fake, until } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  expect(screen.$range.get()).toBe('1–100 of about 250')
  const refused = tableRowsStatement(orders, {
    ...FIRST,
    filters: [{ column: 'id', operator: 'eq', value: 'x' }],
  })
  const error = {
    message: 'invalid input syntax for type bigint: "x"',
    formattedError: 'ERROR',
    code: '22P02',
  }
  fake.answer(refused.query, { error }, refused.parameters)
  screen.addFilter('id = x')
  await until(() => expect(view().status).toBe('refused'))
  expect([screen.$range.get(), screen.$count.get()]).toEqual(['', null])
  screen.$filters.get()[0]?.remove()
  await until(() => expect(screen.$range.get()).toBe('1–100 of about 250'))
})
