import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { rowCountQuery, tableRowsQuery } from '../../data/table-rows.js'
import { createDeck } from '../../deck.js'
import { tableDetailStatement } from '../../sql/table-detail.js'
import type { ReadTable } from '../../sql/read-table.js'
import { rowCountStatement, tableRowsStatement, type RowPage } from '../../sql/table-rows.js'
import { tablePoliciesStatement } from '../../sql/table-policies.js'
import { tableSizesStatement } from '../../sql/table-sizes.js'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { TableGridScreen } from './table-grid.js'

let opened: OpenedScreen<TableGridScreen> | undefined
afterEach(() => opened?.end())

const COLUMNS = [
  { name: 'id', type: 'int8', typeName: 'int8', isNullable: false, key: 1 },
  { name: 'name', type: 'text', typeName: 'text', isNullable: true, key: null },
]
const orders: ReadTable = {
  schema: 'public',
  name: 'orders',
  columns: COLUMNS,
  key: ['id'],
  rowId: ['ctid'],
}
const FIRST: RowPage = { sorts: [], filters: [], offset: 0, limit: 100 }

const result = (rows: (string | null)[][]) => ({
  results: [{ command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows }],
})
const rowsFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), `Name ${from + at}`])

const edge = (side: 'after' | 'before', id: number) => ({ side, values: [String(id)] })

const DETAIL = ['public', 'orders', 'r', null, 'f', '0', '250', JSON.stringify(COLUMNS)]

function withOrders(fake: FakePlatform) {
  fake.answer(tableDetailStatement('7').query, result([DETAIL]))
  const page = (more: Partial<RowPage>, rows: (string | null)[][]) => {
    const { query, parameters } = tableRowsStatement(orders, { ...FIRST, ...more })
    fake.answer(query, result(rows), parameters)
  }
  page({}, rowsFrom(1, 101))
  page({ offset: 100, edge: edge('after', 100) }, rowsFrom(101, 201))
  page({ offset: 100 }, rowsFrom(101, 201))
  page({ offset: 200, edge: edge('after', 200) }, rowsFrom(201, 250))
  page({ offset: 100, edge: edge('before', 201) }, rowsFrom(101, 200))
  page({ offset: -100 }, rowsFrom(151, 250))
  page({ offset: -200, edge: edge('before', 151) }, rowsFrom(51, 150))
  page({ offset: -300, edge: edge('before', 51) }, rowsFrom(1, 50))
  page({ sorts: [{ column: 'name', isAscending: false }] }, rowsFrom(9, 10))
  page({ filters: [{ column: 'name', operator: 'eq', value: 'x' }] }, [])
  fake.answer(rowCountStatement(orders, []).query, result([['251']]))
  return page
}

async function open(search = '?schema=public') {
  opened = await openScreen('tableEditorTable', `/project/default/editor/7${search}`, withOrders)
  const { screen, watch } = opened
  const view = watch(
    screen.$view,
    screen.$thing,
    screen.$missing,
    screen.gate.$gate,
    screen.$range,
    screen.$count,
    screen.$page,
    screen.$filters,
    screen.$sorts,
    screen.$about,
    screen.$hiddenCount,
  )
  const shown = () => {
    const now = view()
    return now.status === 'ready' ? Array.from({ length: now.shown }, (_, row) => now.grid.rows.row(row)) : []
  }
  return { ...opened, view, shown }
}

test('the rows of a page, where they are among all, and the pages before and after', async () => {
  const { screen, view, shown, until } = await open()
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
  const { screen, shown, until, view, fake } = await open()
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
  const { screen, shown, until } = await open()
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
  const { screen, shown, until, fake } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  const view = { ...orders, key: [], rowId: [] }
  const columns = COLUMNS.map((column) => ({ ...column, key: null }))
  fake.answer(
    tableDetailStatement('7').query,
    result([['public', 'orders', 'v', null, null, '0', null, JSON.stringify(columns)]]),
  )
  fake.answer(tableRowsStatement(view, FIRST).query, result(rowsFrom(1, 101)))
  fake.answer(tableRowsStatement(view, { ...FIRST, offset: 200 }).query, result(rowsFrom(201, 251)))
  screen.refresh()
  await until(() => expect(screen.$about.get()?.kind).toBe('View'))
  await until(() => expect(screen.$page.get().hasNext).toBe(true))
  screen.lastPage()
  await until(() => expect(screen.$range.get()).toBe('201–251 of 251'))
})

test('sizes are asked for when one looks at them, and not before', async () => {
  const { screen, fake, until, shown, watch } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  const facts = watch(screen.$facts)
  expect(facts()).toBeNull()
  fake.answer(tableSizesStatement('7').query, result([['81920', '49152', '32768', '250', null]]))
  screen.lookAtFacts(true)
  await until(() => expect(facts()?.status).toBe('ready'))
  const state = facts()
  expect(state?.status === 'ready' && state.data.facts.map(({ label, value }) => [label, value])).toEqual([
    ['Name', 'public.orders'],
    ['Primary key', 'id'],
    ['Columns', '2'],
    ['Rows (last ANALYZE)', '250'],
    ['Live rows (estimated)', '250'],
    ['Total size', '80 KB'],
    ['Table size', '48 KB'],
    ['Index size', '32 KB'],
  ])
  screen.lookAtFacts(false)
  expect(facts()).toBeNull()
})

test('rows are counted exactly when one asks for it, and not before', async () => {
  const { screen, fake, until, shown } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  const counts = () =>
    fake.requests.filter(({ body }) =>
      (body as { query?: string } | undefined)?.query?.includes('count(*) from "'),
    )
  expect(counts()).toEqual([])
  screen.countExactly()
  await until(() => expect(screen.$range.get()).toBe('1–100 of 251'))
  expect(screen.$count.get()).toBeNull()
})

test('an order is in the address, from it and into it', async () => {
  const { screen, shown, host, until } = await open('?schema=public&sort=name:desc')
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
  const { screen, view, shown, host, until } = await open()
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
  const { screen, shown, host, until } = await open()
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

test('where columns are is kept on the device, for this table', async () => {
  const { screen, view, shown, until, host } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  const names = () => {
    const now = view()
    return now.status === 'ready' ? now.grid.columns.map(({ name }) => name) : []
  }
  screen.moveColumn(1, 0)
  expect(names()).toEqual(['name', 'id'])
  screen.hideColumn(0)
  expect(names()).toEqual(['name'])
  expect(screen.$hiddenCount.get()).toBe(1)
  expect(host.storage.get('basedeck:result-columns:table/default/7')).toContain('"hidden":[0]')
  screen.showHidden()
  expect(names()).toEqual(['name', 'id'])
})

test('a table that is not there is told as that, and gets no tab', async () => {
  opened = await openScreen('tableEditorTable', '/project/default/editor/8', (fake) => {
    fake.answer(tableDetailStatement('8').query, result([]))
  })
  const { screen, watch, until, host } = opened
  watch(screen.$missing, screen.gate.$gate)
  await until(() => expect(screen.$missing.get()).toMatchObject({ title: 'This table does not exist' }))
  expect(host.storage.get('basedeck:tabs:default') ?? '').not.toContain('r-8')
})

test('a refused filter says what PostgreSQL said, and can be removed', async () => {
  const { screen, view, until, fake } = await open()
  const filters = [{ column: 'id', operator: 'eq' as const, value: 'x' }]
  fake.answer(tableRowsStatement(orders, { ...FIRST, filters }).query, {
    error: {
      message: 'invalid input syntax for type bigint: "x"',
      formattedError: 'ERROR:  invalid input syntax for type bigint: "x"',
      code: '22P02',
    },
  })
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
  const { screen, shown, until, fake, view } = await open()
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

test('rows are read and counted as the role that is chosen', async () => {
  const { shown, until, fake, deck } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  const role = { type: 'database', name: 'anon' } as const
  const before = fake.requests.length
  const { signal } = new AbortController()
  const table = { ...orders, id: '7' }
  expect(await rowCountQuery(deck.client, 'default', table, [], role).fetch(signal)).toBe(251)
  expect(await tableRowsQuery(deck.client, 'default', table, FIRST, role).fetch(signal)).toHaveLength(101)
  expect(fake.requests.slice(before).map(({ body }) => (body as { role?: unknown }).role)).toEqual([
    role,
    role,
  ])
})

test('a tab leads to the rows that it showed: their order, their page and where they were scrolled to', async () => {
  const { screen, shown, until, host, deck } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  screen.nextPage()
  await until(() => expect(shown()[0]).toEqual(['101', 'Name 101']))
  expect(screen.$scrollTo.get()).toEqual({ top: 0 })
  screen.scrolled(840)
  host.clock.advance(300)
  const tab = () =>
    (JSON.parse(host.storage.get('basedeck:tabs:default') ?? '') as { tabs: { metadata: object }[] }).tabs[0]
      ?.metadata
  expect(tab()).toMatchObject({ view: '', offset: 100, limit: 100, scrollTop: 840 })

  host.navigation.go('/project/default/database/tables')
  await until(() => expect(deck.$screen.get().name).toBe('tables'))
  host.navigation.go('/project/default/editor/7?schema=public')
  await until(() => expect(deck.$screen.get().name).toBe('tableEditorTable'))
  const { screen: again } = deck.$screen.get() as unknown as { screen: TableGridScreen }
  expect(again).not.toBe(screen)
  expect(again.$page.get()).toMatchObject({ label: 'Page 2' })
  expect(again.$scrollTo.get()).toEqual({ top: 840 })
  opened?.watch(again.$view, again.gate.$gate)
  await until(() => expect(again.$view.get().status).toBe('ready'))
  again.sortBy(1, false)
  again.sortBy(1, false)
  expect(tab()).toMatchObject({ view: 'sort=name%3Adesc', offset: 0, scrollTop: 0 })
})

test('a link to other rows of the same table shows them, and the way back the ones before', async () => {
  const { screen, view, shown, until, host } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  host.navigation.go('/project/default/editor/7?schema=public&filter=name%3Aeq%3Ax')
  await until(() => expect(view()).toMatchObject({ status: 'empty', title: 'No rows match the filters' }))
  host.navigation.go('/project/default/editor/7?schema=public')
  await until(() => expect(shown()).toHaveLength(100))
  expect(screen.$filters.get()).toEqual([])
})

test('the address names the schema that the table is in now', async () => {
  const { shown, until, host } = await open('?schema=old&sort=name:desc')
  await until(() => expect(shown()[0]).toEqual(['9', 'Name 9']))
  expect(host.navigation.current().search).toBe('?schema=public&sort=name%3Adesc')
})

test('a filter is chosen by the mouse: added, changed, and not without what it needs', async () => {
  const { screen, shown, until, host, watch } = await open()
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

test('the rows of the page become a file, and all rows are asked of the platform', async () => {
  const { screen, shown, until, host, watch } = await open('?schema=public&filter=name:eq:x')
  const menu = watch(screen.$exportMenu)
  const question = watch(screen.$wholeQuestion)
  await until(() => expect(menu()?.wholeLabel).toBe('All rows that match the filters'))
  screen.$filters.get()[0]?.remove()
  await until(() => expect(shown()).toHaveLength(100))
  expect(menu()).toMatchObject({ wholeLabel: 'All rows of the table' })
  screen.exportShown('csv')
  const [file] = host.saved
  expect(file?.name).toBe('orders.csv')
  // The page asks for one row more than it shows.
  expect(String(file?.text).trim().split('\n')).toHaveLength(101)
  screen.askWhole('sql')
  expect(question()).toMatchObject({ asksTable: true, asksCsv: false })
})

test('a role that is chosen beside the rows reads, counts and exports them', async () => {
  const { screen, deck, fake, shown, until, watch } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  fake.requests.length = 0
  screen.impersonation.open()
  screen.impersonation.form.set('kind', 'anon')
  await screen.impersonation.form.submit()
  const { screen: next } = deck.$screen.get() as unknown as { screen: TableGridScreen }
  expect(watch(next.impersonation.$current)()).toEqual({ label: 'anon', isOn: true })
  next.impersonation.open()
  expect(next.impersonation.form.$values.get().kind).toBe('anon')
  const view = watch(next.$view, next.gate.$gate, next.$range)
  await until(() => expect(view().status).toBe('ready'))
  next.countExactly()
  await until(() => expect(next.$range.get()).toContain('of 251'))
  const question = watch(next.$wholeQuestion)
  next.askWhole('csv')
  expect(question()?.roleNote).toContain('anon')
  const asked = (part: string) =>
    fake.requests
      .map(({ body }) => body as { query?: string; role?: { role?: string } } | null)
      .filter((body) => body?.query?.includes(part))
      .map((body) => body?.role?.role)
  expect(new Set(asked('from "public"."orders"'))).toEqual(new Set(['anon']))
})

test('a role is told no number of rows that it may not see', async () => {
  const { screen, deck, fake, until, watch } = await open()
  fake.answer(tableDetailStatement('7').query, result([[...DETAIL.with(4, 't'), null, '28', 'f']]))
  screen.refresh()
  await until(() => expect(screen.$about.get()).toMatchObject({ rls: { label: 'RLS on · 0 policies' } }))
  expect(screen.$range.get()).toBe('1–100 of about 250')
  screen.impersonation.form.set('kind', 'anon')
  await screen.impersonation.form.submit()
  const { screen: next } = deck.$screen.get() as unknown as { screen: TableGridScreen }
  const range = watch(next.$range, next.$view, next.gate.$gate)
  await until(() => expect(range()).toBe('1–100'))
  next.countExactly()
  await until(() => expect(range()).toBe('1–100 of 251'))
})

test('a table whose policies hide all rows from a role says so, and an empty one that it is empty', async () => {
  const { screen, deck, fake, until, watch } = await open()
  const page = tableRowsStatement(orders, FIRST)
  fake.answer(page.query, result([]), page.parameters)
  screen.refresh()
  const owner = watch(screen.$view)
  await until(() => expect(owner()).toMatchObject({ status: 'empty', title: 'This table has no rows' }))
  fake.answer(tableDetailStatement('7').query, result([[...DETAIL.with(4, 't'), null, '28', 'f']]))
  screen.refresh()
  await until(() => expect(screen.$about.get()).toMatchObject({ rls: { label: 'RLS on · 0 policies' } }))
  expect(owner()).toMatchObject({ title: 'This table has no rows' })

  screen.impersonation.form.set('kind', 'anon')
  await screen.impersonation.form.submit()
  const { screen: next } = deck.$screen.get() as unknown as { screen: TableGridScreen }
  const view = watch(next.$view, next.gate.$gate)
  await until(() =>
    expect(view()).toMatchObject({
      title: 'No rows that anon may see',
      body: expect.stringContaining('no policy'),
    }),
  )
  next.addFilter('name = x')
  await until(() => expect(view()).toMatchObject({ title: 'No rows that anon may see match the filters' }))
})

test('of rows that a filter does not let be read nothing is counted', async () => {
  const { screen, shown, view, fake, until } = await open()
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

test('the policies of the table are told when they are looked at', async () => {
  const { screen, fake, shown, until, watch } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  const { query } = tablePoliciesStatement('7')
  const policy = ['own', 'r', 'false', 'anon, authenticated', '(id > 1)', null]
  fake.answer(query, result([policy]))
  const policies = watch(screen.$policies)
  expect(policies()).toBeNull()
  screen.lookAtPolicies(true)
  await until(() =>
    expect(policies()).toMatchObject({
      status: 'ready',
      data: [
        {
          name: 'own',
          facts: [
            { label: 'For', value: 'select, restrictive' },
            { label: 'Roles', value: 'anon, authenticated' },
            { label: 'Rows', value: '(id > 1)' },
          ],
        },
      ],
    }),
  )
  expect(screen.$policiesHref.get()).toBe('/project/default/auth/policies?schema=public')
  screen.lookAtPolicies(false)
  expect(policies()).toBeNull()
})

test('after a reload a table is called by the name of its tab before it is read', async () => {
  const { deck, host, fake, shown, until } = await open()
  await until(() => expect(shown()).toHaveLength(100))
  deck.dispose()
  const reloaded = createDeck(host, { baseUrl: 'http://fake', fetch: fake.fetch })
  try {
    await until(() => expect(reloaded.$screen.get().name).toBe('tableEditorTable'))
    const { screen } = reloaded.$screen.get() as unknown as { screen: TableGridScreen }
    expect(screen.$view.get()).toEqual({ status: 'loading' })
    expect(screen.$thing.get()).toBe('orders')
  } finally {
    reloaded.dispose()
  }
})
