/** Blocks of values that are pasted into the grid. */
import { expect, test } from 'vitest'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { openEditableTable, orders } from '../../testing/open-editable-table.js'
import { queryResult } from '../../testing/query-result.js'

test('a block is pasted as one step; rows beyond the last become new ones', async () => {
  const { editing, until, shown, bar, host } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.paste('Cleo 2\tyes\t9\nDora\t\n', 2, 1)
  expect(shown(3).slice(1, 3)).toEqual(['Cleo 2', 'true'])
  expect(shown(0).slice(1, 3)).toEqual(['Dora', null])
  expect(bar()?.text).toBe('2 changes in 1 row, 1 new row, not saved')
  expect(host.notes.at(-1)).toMatchObject({
    message: 'Pasted 4 cells; 1 cell left out',
    detail: '“9” in twice: PostgreSQL computes this column',
  })
  editing.undo()
  expect(bar()).toMatchObject({ hasChanges: false, canRedo: true })
})

test('pasted values that typing would refuse are left out and named; the others are taken', async () => {
  const { editing, until, shown, bar, host } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.paste('7\tSven\tperhaps\t1\tmore\nseven\tLong\tno\n', 0, 0)
  expect(shown(0)).toEqual(['7', 'Sven', 'true', '2'])
  expect(bar()?.text).toBe('3 changes in 2 rows, not saved')
  expect(host.notes.at(-1)).toMatchObject({
    kind: 'error',
    message: 'Pasted 3 cells; 5 cells left out',
    detail: [
      '“perhaps” in paid: This is not one of the column’s values',
      '“1” in twice: PostgreSQL computes this column',
      '“more”: There is no column for it',
      '“seven” in id: This is not a whole number',
      '“Long” in name: The value that is there could not be read',
    ].join('\n'),
  })
  editing.undo()
  // No row is added when none of its values can be taken.
  await editing.paste('8\nnine\n', 2, 0)
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
  expect(host.notes.at(-1)).toMatchObject({ detail: '“nine” in id: This is not a whole number' })
  await editing.paste('8\nnine\nten\n', 2, 0)
  expect(host.notes.at(-1)).toMatchObject({ detail: '2 cells, as “nine” in id: This is not a whole number' })
  await editing.paste('Ann\tt\t\tmore', 0, 1)
  expect(host.notes.at(-1)).toMatchObject({ message: 'Pasted 2 cells; 2 cells left out' })
})

test('a block that is pasted over the end of a page does not change the row that was only read to know of the next page', async () => {
  const { screen, editing, fake, view, until, bar } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  const rows = Array.from({ length: 101 }, (_, row) => [String(row + 1), `Name ${row + 1}`, 't', '2'])
  fake.answer(tableRowsStatement(orders, page).query, queryResult(rows))
  screen.refresh()
  await until(() => expect(view()).toMatchObject({ shown: 100 }))
  await editing.paste('Last\nNew\n', 99, 1)
  expect(bar()?.text).toBe('1 change in 1 row, 1 new row, not saved')
})
