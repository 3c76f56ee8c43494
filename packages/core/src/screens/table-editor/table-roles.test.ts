/** A table’s rows as a role reads them, and what it is told of those that it may not see. */
import { expect, test } from 'vitest'
import { rowCountQuery, tableRowsQuery } from '../../data/table-rows.js'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { DETAIL, FIRST, openTable, orders } from '../../testing/open-table.js'
import { queryResult } from '../../testing/query-result.js'
import type { TableGridScreen } from './table-grid.js'

test('rows are read and counted as the role that is chosen', async () => {
  const { shown, until, fake, deck } = await openTable()
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

test('a role that is chosen beside the rows reads, counts and exports them', async () => {
  const { screen, deck, fake, shown, until, watch } = await openTable()
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
  const { screen, deck, fake, until, watch } = await openTable()
  fake.answer(tableDetailStatement('7').query, queryResult([[...DETAIL.with(4, 't'), null, '28', 'f']]))
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
  const { screen, deck, fake, until, watch } = await openTable()
  const page = tableRowsStatement(orders, FIRST)
  fake.answer(page.query, queryResult([]), page.parameters)
  screen.refresh()
  const owner = watch(screen.$view)
  await until(() => expect(owner()).toMatchObject({ status: 'empty', title: 'This table has no rows' }))
  fake.answer(tableDetailStatement('7').query, queryResult([[...DETAIL.with(4, 't'), null, '28', 'f']]))
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
