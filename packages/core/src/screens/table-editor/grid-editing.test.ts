import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { tableDetailStatement } from '../../sql/table-detail.js'
import { editStatements, wholeCellStatement } from '../../sql/staged-edits.js'
import type { ReadTable } from '../../sql/read-table.js'
import { CELL_CHARACTERS, tableRowsStatement } from '../../sql/table-rows.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { TableGridScreen } from './table-grid.js'

let opened: OpenedScreen<TableGridScreen> | undefined
afterEach(() => opened?.end())

const column = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  typeName: type,
  isNullable: true,
  key: null,
  declared: type,
  defaultText: null,
  made: null,
  enums: null,
  isUpdatable: true,
  comment: null,
  ...more,
})
const COLUMNS = [
  column('id', 'int8', { isNullable: false, key: 1 }),
  column('name', 'text', { isNullable: false }),
  column('paid', 'bool'),
  column('twice', 'numeric', { made: 'generated' }),
]
const orders: ReadTable = {
  schema: 'public',
  name: 'orders',
  columns: COLUMNS,
  key: ['id'],
  rowId: ['ctid'],
}
const LONG = 'x'.repeat(CELL_CHARACTERS + 1)
const INSERT_UPDATE_DELETE = '28'

const result = (rows: (string | null)[][], cut?: [number, number, number][]) => ({
  results: [
    { command: 'SELECT', rowCount: rows.length, fields: [], notices: [], rows, ...(cut ? { cut } : {}) },
  ],
})

async function open(prepare: (fake: FakePlatform) => void = () => undefined, kind = 'r') {
  opened = await openScreen('tableEditorTable', '/project/default/editor/7?schema=public', (fake) => {
    const detail = ['public', 'orders', kind, null, 'f', '0', '3', JSON.stringify(COLUMNS), null]
    fake.answer(tableDetailStatement('7').query, result([[...detail, INSERT_UPDATE_DELETE]]))
    const page = { sorts: [], filters: [], offset: 0, limit: 100 }
    fake.answer(
      tableRowsStatement(orders, page).query,
      result([
        ['1', 'Ann', 't', '2'],
        ['2', LONG, null, '4'],
        ['3', 'Cleo', 'f', '6'],
      ]),
    )
    prepare(fake)
  })
  const { screen, watch, until } = opened
  const view = watch(screen.$view, screen.gate.$gate)
  const bar = watch(screen.editing.$bar, screen.editing.$canInsert)
  await until(() => expect(view().status).toBe('ready'))
  const shown = (row: number) => {
    const now = view()
    return now.status === 'ready' ? now.grid.rows.row(row) : []
  }
  return { ...opened, editing: screen.editing, view, bar, shown }
}
const text = (value: string) => ({ type: 'text' as const, text: value })
const entries = (editing: TableGridScreen['editing'], top: number, bottom: number) =>
  editing.rowChanges({ top, bottom, left: 0, right: 0 })
/** The menu of rows: what it offers, and why not. */
const menu = (editing: TableGridScreen['editing'], top = 0, bottom = top) =>
  entries(editing, top, bottom).map(({ label, disabled, hint }) =>
    disabled ? `${label}: ${hint ?? ''}` : label,
  )

test('cells get values, in the grid and in the SQL to read', async () => {
  const { editing, bar, shown, until } = await open()
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
  const { screen, editing, watch, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const row = watch(screen.$openRow)
  const paid = () => row()?.fields[2]
  screen.openRow(0)
  expect(paid()).toMatchObject({ name: 'paid', value: 't', editor: { editor: { kind: 'choice' } } })
  paid()?.set(text('f'))
  await until(() => expect(paid()).toMatchObject({ value: 'f', isChanged: true }))
})

test('a save waits for the value that is being staged', async () => {
  const { editing, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const staged = editing.setCell(0, 1, text('Änne'))
  await editing.save()
  await staged
  // This platform has no such row: the change was sent.
  expect(editing.$conflicts.get()).toHaveLength(1)
})

test('after a connection that was lost in a save, it is told what is still to be saved', async () => {
  const { editing, bar, fake, host, until } = await open()
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

test('discarded changes come back by the message’s button, also beside newer ones', async () => {
  const { editing, bar, host, shown, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(0, 1, text('Änne'))
  editing.discard()
  expect(bar()).toMatchObject({ hasChanges: false })
  host.notes.at(-1)?.action?.run()
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
  await editing.setCell(2, 1, text('Cora'))
  editing.discard()
  await editing.setCell(0, 1, text('Anna'))
  host.notes.at(-1)?.action?.run()
  await until(() => expect(bar()?.text).toBe('2 changes in 2 rows, not saved'))
  expect([shown(0)[1], shown(2)[1]]).toEqual(['Anna', 'Cora'])
  editing.undo()
  expect(bar()?.text).toBe('1 change in 1 row, not saved')

  // Another window saved meanwhile: there is no step to undo.
  const key = [...host.storage.values.keys()].find((name) => name.includes('table-edits')) ?? ''
  editing.discard()
  host.storage.writeElsewhere(key, '')
  host.notes.at(-1)?.action?.run()
  await until(() => expect(shown(0)[1]).toBe('Anna'))
})

test('what can’t be changed says why: a reader, a generated column, a materialized view', async () => {
  const reader = await open((fake) => grantOnly(fake, ['read', '%']))
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
  opened?.end()
  const owner = await open()
  await owner.until(() => expect(owner.editing.$canInsert.get()).toEqual({ disabled: false }))
  expect(owner.editing.editorAt(0, 3)).toBeNull()
  owner.editing.refuse(0, 3, true)
  expect(owner.host.notes.at(-1)).toMatchObject({ message: 'PostgreSQL computes this column' })
  owner.editing.deleteRows({ top: 1, bottom: 1, left: 0, right: 3 })
  expect(owner.editing.editorAt(1, 1)).toBeNull()
  owner.editing.refuse(1, 1, true)
  expect(owner.host.notes.at(-1)).toMatchObject({ message: /will be deleted/ })
  opened?.end()
  const view = await open(undefined, 'm')
  await view.until(() => expect(view.editing.$canInsert.get()).toMatchObject({ hint: /materialized view/ }))
  expect(view.editing.editorAt(0, 1)).toBeNull()
  expect(menu(view.editing)).toEqual([
    expect.stringMatching(/^Duplicate row: .*materialized view/),
    expect.stringMatching(/^Delete row: .*materialized view/),
  ])
})

test('the menu of rows copies and deletes them, and sets back those that have changes', async () => {
  const { editing, bar, shown, until } = await open()
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
  const { editing, until, bar } = await open((platform) => {
    platform.answer(whole, result([[`${LONG} and more`]]))
  })
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  expect(await editing.valueAt(1, 1)).toEqual({ value: `${LONG} and more` })
  await editing.setCell(1, 1, text('short'))
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
  editing.undo()
  opened?.end()
  const cut = await open((platform) => platform.answer(whole, result([[LONG]], [[0, 0, 5_000_000]])))
  await cut.until(() => expect(cut.editing.$canInsert.get()).toEqual({ disabled: false }))
  await cut.editing.setCell(1, 1, text('short'))
  expect(cut.bar()).toBeNull()
  expect(cut.host.notes.at(-1)).toMatchObject({ kind: 'error', message: /5000000 bytes/ })
})

test('a cell that is edited while another value is still read is not lost', async () => {
  const whole = wholeCellStatement(orders, { id: ['2'], values: {} }, 'name').query
  const { editing, until, shown } = await open((platform) => platform.answer(whole, result([[LONG]])))
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const slow = editing.setCell(1, 1, text('late'))
  await editing.setCell(0, 1, text('early'))
  await slow
  expect([shown(0)[1], shown(1)[1]]).toEqual(['early', 'late'])
  editing.undo()
  expect(shown(0)[1]).toBe('early')
})

test('a block is pasted as one step; rows beyond the last become new ones', async () => {
  const { editing, until, shown, bar, host } = await open()
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
  const { editing, until, shown, bar, host } = await open()
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
  const { screen, editing, fake, view, until, bar } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  const rows = Array.from({ length: 101 }, (_, row) => [String(row + 1), `Name ${row + 1}`, 't', '2'])
  fake.answer(tableRowsStatement(orders, page).query, result(rows))
  screen.refresh()
  await until(() => expect(view()).toMatchObject({ shown: 100 }))
  await editing.paste('Last\nNew\n', 99, 1)
  expect(bar()?.text).toBe('1 change in 1 row, 1 new row, not saved')
})

test('a row that is open as a form stays the same row when others come and go', async () => {
  const { screen, fake, shown, watch, until } = await open()
  const row = watch(screen.$openRow)
  const id = () => row()?.fields[0]?.value
  screen.openRow(2)
  expect(id()).toBe('3')
  screen.editing.insertRow()
  expect(id()).toBe('3')
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  fake.answer(tableRowsStatement(orders, page).query, result([['3', 'Cleo', 'f', '6']]))
  screen.refresh()
  await until(() => expect(shown(1)[0]).toBe('3'))
  expect(id()).toBe('3')
  fake.answer(tableRowsStatement(orders, page).query, result([['4', 'Dan', 'f', '8']]))
  screen.refresh()
  await until(() => expect(shown(1)[0]).toBe('4'))
  expect(row()).toBeNull()
})

test('rows that another window saved are read again; what is staged here stays', async () => {
  const { editing, host, fake, shown, bar, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(2, 1, text('Cora'))
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  fake.answer(
    tableRowsStatement(orders, page).query,
    result([
      ['1', 'Anna', 't', '2'],
      ['3', 'Cleo', 'f', '6'],
    ]),
  )
  host.storage.writeElsewhere('basedeck:table-saved', 'default/7 a-save')
  await until(() => expect(shown(0)[1]).toBe('Anna'))
  expect(shown(1)[1]).toBe('Cora')
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
})

test('a value that another window stages in the place of this one’s is told', async () => {
  const { editing, host, shown, bar, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  await editing.setCell(2, 1, text('Cora'))
  expect(bar()).not.toHaveProperty('remark')
  const key = 'basedeck:table-edits:default/7'
  host.storage.writeElsewhere(key, (host.storage.get(key) ?? '').replace('Cora', 'Dora'))
  expect(shown(2)[1]).toBe('Dora')
  expect(bar()?.remark).toBe('Another window changed what is staged here.')
  host.storage.writeElsewhere(key, '')
  expect(bar()).toBeNull()
  expect(host.notes.at(-1)).toMatchObject({ kind: 'info', message: /saved or discarded/ })
})

test('a saved row stays in sight until the rows are read again; then the save is over', async () => {
  const { screen, editing, fake, view, bar, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  editing.insertRow()
  fake.answer('insert into "public"."orders" default values', result([['']]))
  const page = { sorts: [], filters: [], offset: 0, limit: 100 }
  const after = [
    ['1', 'Ann', 't', '2'],
    ['2', 'Bea', null, '4'],
    ['3', 'Cleo', 'f', '6'],
    ['4', 'Dan', 'f', '8'],
  ]
  fake.answer(tableRowsStatement(orders, page).query, result(after))
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

test('the tab of a table is marked while it has changes that are not saved', async () => {
  const { editing, deck, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const stop = deck.shell.beside.$tabBar.subscribe(() => undefined)
  const marks = () => {
    const bar = deck.shell.beside.$tabBar.get()
    return bar === null || bar === 'coming' ? null : bar.$tabs.get().map(({ hasEdits }) => hasEdits)
  }
  await until(() => expect(marks()).toEqual([false]))
  await editing.setCell(0, 1, text('Anna'))
  expect(marks()).toEqual([true])
  editing.undo()
  expect(marks()).toEqual([false])
  stop()
})

test('changes made as a role are neither shown nor saved as another, and one can go back to that role', async () => {
  const role = { type: 'rest', role: 'anon', claims: {} }
  const staged = {
    updates: [{ key: '["1"]', base: { id: ['1'], values: { name: 'Ann' } }, changes: { name: text('Bea') } }],
    deletes: [],
    inserts: [],
  }
  const { screen, deck, host, fake, bar, watch, until } = await open()
  const key = 'basedeck:table-edits:default/7'
  host.storage.writeElsewhere(`${key}/as/api/anon`, JSON.stringify(staged))
  host.storage.writeElsewhere(`${key}/roles`, JSON.stringify([{ role, label: 'anon' }]))
  expect(bar()).toBeNull()
  const kept = watch(screen.editing.$kept)
  expect(kept()).toMatchObject([{ text: 'Made as anon, kept and not saved: 1 change in 1 row' }])
  const present = () => (deck.$screen.get() as unknown as { screen: TableGridScreen }).screen

  kept()[0]?.step.run()
  const asAnon = present()
  expect(asAnon).not.toBe(screen)
  const anonView = watch(asAnon.$view, asAnon.gate.$gate, asAnon.editing.$canInsert)
  const anonBar = watch(asAnon.editing.$bar)
  await until(() => expect(anonView()).toMatchObject({ status: 'ready' }))
  expect(anonBar()?.text).toBe('1 change in 1 row, not saved')
  expect(watch(asAnon.editing.$kept)()).toEqual([])
  await asAnon.editing.save()
  const sent = fake.requests.filter(
    ({ body }) => body !== null && typeof body === 'object' && 'statements' in body,
  )
  expect(sent).toMatchObject([{ body: { role } }])
  expect(watch(asAnon.editing.$conflicts)()).toHaveLength(1)

  deck.impersonationNotice.stop()
  const asOwner = present()
  expect(watch(asOwner.editing.$bar)()).toBeNull()
  expect(watch(asOwner.editing.$conflicts)()).toEqual([])
  expect(watch(asOwner.editing.$kept)()).toHaveLength(1)
})

test('a value typed into a new row while that is saved is not lost without a word', async () => {
  const { editing, fake, view, host, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  editing.insertRow()
  await until(() => expect(view()).toMatchObject({ grid: { newRows: 1 } }))
  fake.answer('insert into "public"."orders" default values', result([['']]))
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

test('a value that the column can’t take is marked where it was left', async () => {
  const { editing, view, until } = await open()
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

test('a refused save marks the edited cells, of these the named one, until what is staged changes', async () => {
  const { editing, fake, view, bar, until } = await open()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const marked = () => {
    const now = view()
    if (now.status !== 'ready') return []
    const places = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => [row, column] as const))
    return places.flatMap(([row, column]) =>
      now.grid.mark(row, column)?.problem ? [`${row} ${column}`] : [],
    )
  }
  await editing.setCell(0, 1, text('Anne'))
  await editing.setCell(0, 2, text('f'))
  const changes = { name: text('Anne'), paid: text('f') }
  const base = { id: ['1'], values: { name: 'Ann', paid: 't' } }
  const updates = [{ key: '["1"]', base, changes }]
  const [update] = editStatements(orders, { updates, deletes: [], inserts: [] })
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

test('a table that was dropped elsewhere is told after a save, and what is staged is kept', async () => {
  const { screen, editing, fake, bar, until } = await open()
  const missing = opened?.watch(screen.$missing)
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  editing.insertRow()
  fake.answer(tableDetailStatement('7').query, result([]))
  const error = { message: 'relation "public.orders" does not exist', formattedError: '', code: '42P01' }
  fake.answer('insert into "public"."orders" default values', { error: { ...error, statementIndex: 0 } })
  await editing.save()
  await until(() =>
    expect(missing?.()).toMatchObject({
      title: 'This table does not exist',
      body: expect.stringContaining('not saved are kept on this device'),
    }),
  )
  expect(bar()).toMatchObject({ hasChanges: true })
})

test('Refresh reads the table, its rows and the list of tables again', async () => {
  const { screen, fake, view, watch, until } = await open()
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
