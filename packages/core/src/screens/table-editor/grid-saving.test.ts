/** What is shown while the changes of the grid are saved, and after a save that was refused or lost. */
import { expect, test } from 'vitest'
import { editPlan } from '../../sql/staged-edits.js'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { openEditableTable, orders, text } from '../../testing/open-editable-table.js'
import { queryResult } from '../../testing/query-result.js'

test('a save waits for the value that is being staged', async () => {
  const { editing, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const staged = editing.setCell(0, 1, text('Änne'))
  await editing.save()
  await staged
  // This platform has no such row: the change was sent.
  expect(editing.$conflicts.get()).toHaveLength(1)
})

test('after a connection that was lost in a save, it is told what is still to be saved', async () => {
  const { editing, bar, fake, host, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(0, 1, text('Änne'))
  fake.offline = true
  await editing.save()
  expect(bar()?.problem).toMatch(/it is not known whether the changes were saved/)
  fake.offline = false
  await until(() => {
    host.clock.advance(10_000)
    expect(bar()?.problem).toBe(
      'The connection is back. Nothing that is still marked was saved; you can save it now.',
    )
  })
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
})

test('a saved row stays in sight until the rows are read again; then the save is over', async () => {
  const { screen, editing, fake, view, bar, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  editing.insertRow()
  fake.answer('insert into "public"."orders" default values', queryResult([['']]))
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  const after = [
    ['1', 'Ann', 't', '2'],
    ['2', 'Bea', null, '4'],
    ['3', 'Cleo', 'f', '6'],
    ['4', 'Dan', 'f', '8'],
  ]
  fake.answer(tableRowsStatement(orders, page).query, queryResult(after))
  const seen: number[] = []
  // The view is drawn when all stores have settled.
  const stop = screen.$view.listen(() =>
    queueMicrotask(() => {
      const now = view()
      seen.push(now.status === 'ready' ? now.shown : 0)
    }),
  )
  const saving = editing.save()
  await until(() => expect(bar()).toMatchObject({ isSaving: true }))
  await saving
  stop()
  expect(bar()).toBeNull()
  expect(view()).toMatchObject({ shown: 4, grid: { newRows: 0 } })
  expect(new Set(seen)).toEqual(new Set([4]))
})

test('a value typed into a new row while that is saved is not lost without a word', async () => {
  const { editing, fake, view, host, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  editing.insertRow()
  await until(() => expect(view()).toMatchObject({ grid: { newRows: 1 } }))
  fake.answer('insert into "public"."orders" default values', queryResult([['']]))
  const saving = editing.save()
  const typed = editing.setCell(0, 1, text('Dan'))
  await Promise.all([saving, typed])
  expect(host.notes).toContainEqual(
    expect.objectContaining({
      message: 'The new row was being saved: the value was not taken',
      detail: '“Dan” in name: type it again',
    }),
  )
})

test('a refused save marks the edited cells, of these the named one, until what is staged changes', async () => {
  const { editing, fake, view, bar, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const marked = () => {
    const now = view()
    if (now.status !== 'ready') return []
    const cells = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => [row, column] as const))
    return cells.flatMap(([row, column]) => (now.grid.mark(row, column)?.problem ? [`${row} ${column}`] : []))
  }
  await editing.setCell(0, 1, text('Anne'))
  await editing.setCell(0, 2, text('f'))
  const changes = { name: text('Anne'), paid: text('f') }
  const base = { id: ['1'], values: { name: 'Ann', paid: 't' } }
  const updates = [{ key: '["1"]', base, changes }]
  const [update] = editPlan(orders, { updates, deletes: [], inserts: [] }).statements
  const refuse = (more: object) => {
    const message = 'violates a constraint'
    const error = { message, formattedError: 'ERROR', code: '23505', statementIndex: 0, ...more }
    fake.answer(update?.query ?? '', { error })
  }
  refuse({})
  await editing.save()
  expect(marked()).toEqual(['0 1', '0 2'])
  expect(bar()?.problem).toBe('Nothing was saved: violates a constraint')
  editing.undo()
  expect(marked()).toEqual([])
  expect(bar()).not.toHaveProperty('problem')

  editing.redo()
  refuse({ detail: 'Key (name)=(Anne) already exists.' })
  await editing.save()
  expect(marked()).toEqual(['0 1'])
  expect(bar()?.problem).toBe('Nothing was saved. Column name: violates a constraint')
  refuse({ column: 'paid', message: 'null value in column "paid"' })
  await editing.save()
  expect(marked()).toEqual(['0 2'])
  expect(bar()?.problem).toBe('Nothing was saved: null value in column "paid"')
  await editing.setCell(2, 1, text('Chloe'))
  expect(marked()).toEqual([])
  expect(bar()).not.toHaveProperty('problem')
})

test('a refused save leads to its row, or names the row that is on another page', async () => {
  const { screen, editing, fake, bar, watch, host, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const goTo = watch(screen.$goTo)
  const refuse = async (id: string, column = 'name') => {
    const base = { id: [id], values: { [column]: 'Cleo' } }
    const updates = [{ key: `["${id}"]`, base, changes: { [column]: text('Cora') } }]
    const edits = { updates, deletes: [], inserts: [] }
    host.storage.writeElsewhere('basedeck:table-edits:default/7', JSON.stringify(edits))
    const [update] = editPlan(orders, edits).statements
    const message = 'violates a constraint'
    const error = { message, formattedError: 'ERROR', code: '23514', statementIndex: 0 }
    fake.answer(update?.query ?? '', { error })
    await editing.save()
  }
  await refuse('3')
  expect(goTo()).toEqual({ row: 2, column: 1, takesFocus: false })
  expect(bar()?.problem).toBe('Nothing was saved. Column name: violates a constraint')
  await refuse('1', 'gone')
  expect(goTo()).toMatchObject({ row: 2, column: 1 })
  await refuse('99')
  expect(goTo()).toMatchObject({ row: 2 })
  expect(bar()?.problem).toBe(
    'Nothing was saved. Column name: violates a constraint (Row 99, which is not on this page)',
  )
})

test('a table that was dropped elsewhere is told after a save, and what is staged is kept', async () => {
  const { screen, editing, fake, bar, until, watch } = await openEditableTable()
  const missing = watch(screen.$missing)
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  editing.insertRow()
  fake.answer(tableDetailStatement('7').query, queryResult([]))
  const error = { message: 'relation "public.orders" does not exist', formattedError: '', code: '42P01' }
  fake.answer('insert into "public"."orders" default values', { error: { ...error, statementIndex: 0 } })
  await editing.save()
  await until(() =>
    expect(missing()).toMatchObject({
      title: 'This table does not exist',
      body: expect.stringContaining('not saved are kept on this device'),
    }),
  )
  expect(bar()).toMatchObject({ hasChanges: true })
})
