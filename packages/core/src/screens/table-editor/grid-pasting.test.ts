/** Blocks of values that are pasted into the grid. */
import { expect, test } from 'vitest'
import { wholeCellStatement } from '../../sql/staged-edits.js'
import { tableRowsStatement } from '../../sql/table-rows.js'
import { LONG, openEditableTable, orders, text } from '../../testing/open-editable-table.js'
import { queryResult } from '../../testing/query-result.js'

test('a block is pasted as one step; rows beyond the last become new ones', async () => {
  const { editing, until, shown, bar, host } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  // The second line is a new row, which is shown above the others.
  expect(await editing.paste('Cleo 2\tyes\t9\nDora\t\n', 2, 1)).toEqual({ rows: 1, columns: 3 })
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

test('cells that are copied from a grid come back as they were: NULL, the empty text, tabs and line breaks', async () => {
  const { editing, screen, until, shown, host, bar } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(0, 1, text('a\tb\r\n"c"'))
  await screen.copyRange({ top: 0, bottom: 0, left: 1, right: 2 })
  await editing.paste(host.copied.at(-1) ?? '', 2, 1, { html: host.copiedHtml ?? '' })
  expect(shown(2).slice(1, 3)).toEqual(['a\tb\r\n"c"', 'true'])
  await editing.setCell(0, 2, { type: 'null' })
  await editing.setCell(0, 1, text(''))
  await screen.copyRange({ top: 0, bottom: 0, left: 1, right: 2 })
  await editing.paste(host.copied.at(-1) ?? '', 2, 1, { html: host.copiedHtml ?? '' })
  expect(shown(2).slice(1, 3)).toEqual(['', null])
  // A copied cell with a line break is pasted as one cell, not as two rows.
  await editing.setCell(0, 1, text('one\ntwo'))
  await screen.copyCell(0, 1)
  await editing.paste(host.copied.at(-1) ?? '', 2, 1, { html: host.copiedHtml ?? '' })
  expect(shown(2)[1]).toBe('one\ntwo')
  expect(bar()?.text).not.toContain('new row')
})

test('NULL is not pasted where it can’t be; the cell is marked until it is edited or the paste is undone', async () => {
  const { editing, screen, until, view, host } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const problemAt = (row: number, column: number) => {
    const now = view()
    return now.status === 'ready' ? now.grid.mark(row, column)?.problem : undefined
  }
  await editing.setCell(0, 2, { type: 'null' })
  await screen.copyCell(0, 2)
  const html = host.copiedHtml ?? ''
  await editing.paste('', 2, 1, { html })
  await until(() => expect(problemAt(2, 1)).toBe('Not pasted: This column can’t be NULL'))
  expect(host.notes.at(-1)).toMatchObject({ detail: '“NULL” in name: This column can’t be NULL' })
  await editing.setCell(2, 1, text('Cleo'))
  expect(problemAt(2, 1)).toBeUndefined()
  await editing.paste('x\ty', 0, 2)
  await until(() => expect(problemAt(0, 2)).toBe('Not pasted: This is not one of the column’s values'))
  expect(problemAt(0, 3)).toBe('Not pasted: PostgreSQL computes this column')
  editing.undo()
  await until(() => expect(problemAt(0, 3)).toBeUndefined())
})

test('one cell fills the selected cells', async () => {
  const { editing, until, shown } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.paste('yes', 0, 2, { range: { top: 0, bottom: 2, left: 2, right: 2 } })
  expect([0, 1, 2].map((row) => shown(row)[2])).toEqual(['true', 'true', 'true'])
})

test('a value that the grid shows cut is copied whole, or not at all', async () => {
  const whole = `${LONG}y`
  const { screen, editing, until, fake, host } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await screen.copyRange({ top: 0, bottom: 1, left: 0, right: 1 })
  expect(host.copied).toEqual([])
  expect(host.notes.at(-1)).toMatchObject({ kind: 'error' })
  const base = { id: ['2'], values: {} }
  fake.answer(wholeCellStatement(orders, base, 'name').query, queryResult([[whole]]))
  await screen.copyRange({ top: 0, bottom: 1, left: 0, right: 1 })
  expect(host.copied.at(-1)).toBe(`1\tAnn\n2\t${whole}`)
  await screen.copyRangeAs('json', { top: 1, bottom: 1, left: 1, right: 1 })
  expect(host.copied.at(-1)).toContain(`"${whole}"`)
})

test('the first row of a block fills the rows below it, and a single row gets the one above', async () => {
  const { editing, until, shown, bar } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(0, 1, text('Eve'))
  await editing.setCell(0, 2, { type: 'null' })
  await editing.fillDown({ top: 0, bottom: 2, left: 1, right: 2 })
  expect(shown(2).slice(1, 3)).toEqual(['Eve', null])
  // The name of the row between is not read: what it was could not be compared.
  expect([shown(1)[1] === 'Eve', shown(1)[2]]).toEqual([false, null])
  editing.undo()
  expect(bar()?.text).toBe('2 changes in 1 row, not saved')
  await editing.fillDown({ top: 1, bottom: 1, left: 2, right: 2 })
  expect(shown(1)[2]).toBeNull()
  const before = bar()?.text
  await editing.fillDown({ top: 0, bottom: 0, left: 1, right: 1 })
  expect(bar()?.text).toBe(before)
})

test('one typed value fills the selected cells; those that cannot take it are named', async () => {
  const { editing, until, shown, host, bar } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.fillWith({ top: 0, bottom: 2, left: 1, right: 3 }, 'true')
  expect(shown(0).slice(1, 4)).toEqual(['true', 'true', '2'])
  expect(host.notes.at(-1)).toMatchObject({ kind: 'error' })
  expect(host.notes.at(-1)?.message).toMatch(/^Filled \d cells; \d cells left out$/)
  editing.undo()
  expect(bar()?.hasChanges).toBe(false)
})

test('cut cells are emptied once they are in the clipboard', async () => {
  const { editing, screen, until, shown, host } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const before = shown(0)[1]
  await screen.cutRange({ top: 0, bottom: 0, left: 1, right: 1 })
  expect(host.copied.at(-1)).toBe(before)
  expect(shown(0)[1]).not.toBe(before)
  editing.undo()
  expect(shown(0)[1]).toBe(before)
})

test('a paste tells the block that it filled; where every cell is left out there is none', async () => {
  const { editing, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  expect(await editing.paste('A\nB', 0, 1)).toEqual({ rows: 2, columns: 1 })
  expect(await editing.paste('A\tno\tmore\tand more', 0, 1)).toEqual({ rows: 1, columns: 3 })
  expect(await editing.paste('7', 0, 3)).toBeNull()
})

test('Space turns a boolean over, and is a blank elsewhere; there is no date to write', async () => {
  const { editing, until, shown } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const before = shown(0)[2]
  expect(editing.turnOver(0, 2)).toBe(true)
  await until(() => expect(shown(0)[2]).toBe(before === 'true' ? 'false' : 'true'))
  expect(editing.turnOver(0, 1)).toBe(false)
  expect(editing.writePresent(0, 1)).toBe(false)
})
