/** Cells and rows of the grid that are changed, and what can’t be changed. */
import { expect, test } from 'vitest'
import { wholeCellStatement } from '../../sql/staged-edits.js'
import { LONG, openEditableTable, orders, text } from '../../testing/open-editable-table.js'
import { grantOnly } from '../../testing/open-screen.js'
import { queryResult } from '../../testing/query-result.js'
import type { TableGridScreen } from './table-grid.js'

const entries = (editing: TableGridScreen['editing'], top: number, bottom: number) =>
  editing.rowChanges({ top, bottom, left: 0, right: 0 })
/** The menu of rows: what it offers, and why not. */
const menu = (editing: TableGridScreen['editing'], top = 0, bottom = top) =>
  entries(editing, top, bottom).map(({ label, disabled, hint }) =>
    disabled ? `${label}: ${hint ?? ''}` : label,
  )

test('cells get values, in the grid and in the SQL to read', async () => {
  const { editing, bar, shown, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(0, 1, text('Änne'))
  await editing.setCell(0, 2, text('f'))
  expect(shown(0)).toEqual(['1', 'Änne', 'false', '2'])
  expect(bar()).toMatchObject({ text: '2 changes in 1 row, not saved', canUndo: true, canRedo: false })
  editing.openReview()
  const stop = editing.$review.listen(() => undefined)
  expect(editing.$review.get()).toBe(
    `update "public"."orders"\nset "name" = 'Änne', "paid" = 'f'\nwhere "id" = '1'\n  and pg_catalog.concat("name") = 'Ann'\n  and pg_catalog.concat("paid") = 't';`,
  )
  stop()
  editing.undo()
  expect(shown(0)).toEqual(['1', 'Änne', 'true', '2'])
  editing.redo()
  await editing.setCell(0, 1, text('Ann'))
  await editing.setCell(0, 2, text('t'))
  expect(bar()).toMatchObject({ hasChanges: false })
})

test('the form of a row holds a boolean as its list of choices does', async () => {
  const { screen, editing, watch, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const row = watch(screen.$openRow)
  const paid = () => row()?.fields[2]
  screen.openRow(0)
  expect(paid()).toMatchObject({ name: 'paid', value: 't', editor: { editor: { kind: 'choice' } } })
  paid()?.set(text('f'))
  await until(() => expect(paid()).toMatchObject({ value: 'f', isChanged: true }))
})

test('what can’t be changed says why: a reader, a generated column, a materialized view', async () => {
  const reader = await openEditableTable((fake) => grantOnly(fake, ['read', '%']))
  await reader.until(() =>
    expect(reader.editing.$canInsert.get()).toMatchObject({ disabled: true, hint: /only read/ }),
  )
  expect(reader.editing.editorAt(0, 1)).toBeNull()
  const reason = 'Your role can only read this project'
  expect(reader.editing.refusalAt(0, 1)).toBe(reason)
  expect(menu(reader.editing)).toEqual([`Duplicate row: ${reason}`, `Delete row: ${reason}`])
  await reader.editing.setCell(0, 1, text('x'))
  expect(reader.bar()).toBeNull()
  // Its value is shown instead; a key that would change it has no other answer.
  reader.editing.refuse(0, 1, false)
  expect(reader.host.notes).toEqual([])
  reader.editing.refuse(0, 1, true)
  await reader.editing.clearCells({ top: 0, bottom: 0, left: 1, right: 1 })
  expect(reader.host.notes).toMatchObject([{ message: reason }, { message: reason }])
  reader.end()
  const owner = await openEditableTable()
  await owner.until(() => expect(owner.editing.$canInsert.get()).toEqual({ disabled: false }))
  expect(owner.editing.editorAt(0, 3)).toBeNull()
  owner.editing.refuse(0, 3, true)
  expect(owner.host.notes.at(-1)).toMatchObject({ message: 'PostgreSQL computes this column' })
  owner.editing.deleteRows({ top: 1, bottom: 1, left: 0, right: 3 })
  expect(owner.editing.editorAt(1, 1)).toBeNull()
  owner.editing.refuse(1, 1, true)
  expect(owner.host.notes.at(-1)).toMatchObject({ message: /will be deleted/ })
  owner.end()
  const view = await openEditableTable(undefined, 'm')
  await view.until(() => expect(view.editing.$canInsert.get()).toMatchObject({ hint: /materialized view/ }))
  expect(view.editing.editorAt(0, 1)).toBeNull()
  expect(menu(view.editing)).toEqual([
    expect.stringMatching(/^Duplicate row: .*materialized view/),
    expect.stringMatching(/^Delete row: .*materialized view/),
  ])
})

test('the menu of rows copies and deletes them, and sets back those that have changes', async () => {
  const { editing, bar, shown, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  expect(menu(editing)).toEqual(['Duplicate row', 'Delete row'])
  await editing.setCell(2, 2, text('t'))
  const run = (label: string, top = 0, bottom = 0) =>
    entries(editing, top, bottom)
      .find((entry) => entry.label === label)
      ?.run()
  run('Duplicate row', 2, 2)
  await until(() => expect(bar()?.text).toBe('1 change in 1 row, 1 new row, not saved'))
  expect(shown(0)).toEqual(['3', 'Cleo', 'true', null])
  run('Delete 2 rows', 1, 2)
  expect(bar()?.text).toBe('1 change in 1 row, 1 new row, 2 rows to delete, not saved')
  expect(menu(editing, 0, 3)).toEqual(['Duplicate 4 rows', 'Delete 4 rows', 'Undo the changes of 4 rows'])
  run('Undo the changes of this row', 3, 3)
  expect(bar()?.text).toBe('1 new row, 2 rows to delete, not saved')
  expect(menu(editing, 3, 3)).toEqual(['Duplicate row', 'Delete row'])
})

test('a value that was cut is read whole before it is edited, or it is not edited', async () => {
  const whole = wholeCellStatement(orders, { id: ['2'], values: {} }, 'name').query
  const { editing, until, bar, end } = await openEditableTable((platform) => {
    platform.answer(whole, queryResult([[`${LONG} and more`]]))
  })
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  expect(await editing.valueAt(1, 1)).toEqual({ value: `${LONG} and more` })
  await editing.setCell(1, 1, text('short'))
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
  editing.undo()
  end()
  const cut = await openEditableTable((platform) =>
    platform.answer(whole, queryResult([[LONG]], [[0, 0, 5_000_000]])),
  )
  await cut.until(() => expect(cut.editing.$canInsert.get()).toEqual({ disabled: false }))
  await cut.editing.setCell(1, 1, text('short'))
  expect(cut.bar()).toBeNull()
  expect(cut.host.notes.at(-1)).toMatchObject({ kind: 'error', message: /5000000 bytes/ })
})

test('a value that is viewed stays whole when the page is read again meanwhile', async () => {
  const whole = wholeCellStatement(orders, { id: ['2'], values: {} }, 'name').query
  const { screen, editing, until, watch } = await openEditableTable((platform) =>
    platform.answer(whole, queryResult([[`${LONG} and more`]])),
  )
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const open = watch(screen.$openCell)
  screen.viewCell(1, 1)
  screen.refresh()
  const size = `${LONG.length + ' and more'.length} characters`
  await until(() => expect(open()?.size).toBe(size))
  screen.refresh()
  await until(() => expect(open()?.size).toBe(size))
  screen.followCell(0, 1)
  expect(open()?.size).toBe('3 characters')
})

test('a cell that is edited while another value is still read is not lost', async () => {
  const whole = wholeCellStatement(orders, { id: ['2'], values: {} }, 'name').query
  const { editing, until, shown } = await openEditableTable((platform) =>
    platform.answer(whole, queryResult([[LONG]])),
  )
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const slow = editing.setCell(1, 1, text('late'))
  await editing.setCell(0, 1, text('early'))
  await slow
  expect([shown(0)[1], shown(1)[1]]).toEqual(['early', 'late'])
  editing.undo()
  expect(shown(0)[1]).toBe('early')
})

test('a value that the column can’t take is marked where it was left', async () => {
  const { editing, view, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(0, 0, text('seven'))
  await editing.setCell(2, 1, { type: 'null' })
  await editing.setCell(0, 1, text('Anne'))
  const mark = (row: number, column: number) => {
    const now = view()
    return now.status === 'ready' ? now.grid.mark?.(row, column)?.problem : undefined
  }
  expect([mark(0, 0), mark(2, 1), mark(0, 1)]).toEqual([
    'This is not a whole number',
    'This column can’t be NULL',
    undefined,
  ])
})
