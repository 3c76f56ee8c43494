/** A table in the editor: its tab and address, where its columns are, its files, and a table that is not there. */
import { expect, onTestFinished, test } from 'vitest'
import { createDeck } from '../../deck.js'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { openScreen } from '../../testing/open-screen.js'
import { openTable } from '../../testing/open-table.js'
import { queryResult } from '../../testing/query-result.js'
import type { TableGridScreen } from './table-grid.js'

test('where columns are is kept on the device, for this table', async () => {
  const { screen, view, shown, until, host } = await openTable()
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
  const opened = await openScreen('tableEditorTable', '/project/default/editor/8', (fake) => {
    fake.answer(tableDetailStatement('8').query, queryResult([]))
  })
  onTestFinished(opened.end)
  const { screen, watch, until, host } = opened
  watch(screen.$missing, screen.gate.$gate)
  await until(() => expect(screen.$missing.get()).toMatchObject({ title: 'This table does not exist' }))
  expect(host.storage.get('basedeck:tabs:default') ?? '').not.toContain('r-8')
})

test('a tab leads to the rows that it showed: their order, their page and where they were scrolled to', async () => {
  const { screen, shown, until, host, deck, watch } = await openTable()
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
  watch(again.$view, again.gate.$gate)
  await until(() => expect(again.$view.get().status).toBe('ready'))
  again.sortBy(1, false)
  again.sortBy(1, false)
  expect(tab()).toMatchObject({ view: 'sort=name%3Adesc', offset: 0, scrollTop: 0 })
})

test('a link to other rows of the same table shows them, and the way back the ones before', async () => {
  const { screen, view, shown, until, host } = await openTable()
  await until(() => expect(shown()).toHaveLength(100))
  host.navigation.go('/project/default/editor/7?schema=public&filter=name%3Aeq%3Ax')
  await until(() => expect(view()).toMatchObject({ status: 'empty', title: 'No rows match the filters' }))
  host.navigation.go('/project/default/editor/7?schema=public')
  await until(() => expect(shown()).toHaveLength(100))
  expect(screen.$filters.get()).toEqual([])
})

test('the address names the schema that the table is in now', async () => {
  const { shown, until, host } = await openTable('?schema=old&sort=name:desc')
  await until(() => expect(shown()[0]).toEqual(['9', 'Name 9']))
  expect(host.navigation.current().search).toBe('?schema=public&sort=name%3Adesc')
})

test('the rows of the page become a file, and all rows are asked of the platform', async () => {
  const { screen, shown, until, host, watch } = await openTable('?schema=public&filter=name:eq:x')
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

test('after a reload a table is called by the name of its tab before it is read', async () => {
  const { deck, host, fake, shown, until } = await openTable()
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
