/** Changes that are not saved: discarded and restored, staged in another window, marked in the tab, kept for a role. */
import { expect, test } from 'vitest'
import { incomingReferencesStatement, referringRowsStatement } from '../../sql/deletion-impact.js'
import { openEditableTable, orders, text } from '../../testing/open-editable-table.js'
import { queryResult } from '../../testing/query-result.js'
import type { TableGridScreen } from './table-grid.js'

test('discarded changes come back by the message’s button, also beside newer ones', async () => {
  const { editing, bar, host, shown, until } = await openEditableTable()
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

test('a value that another window stages in the place of this one’s is told', async () => {
  const { editing, host, shown, bar, until } = await openEditableTable()
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

test('the tab of a table is marked while it has changes that are not saved', async () => {
  const { editing, deck, until } = await openEditableTable()
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
  const { screen, deck, host, fake, bar, watch, until } = await openEditableTable()
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

test('changes of a column that was renamed or deleted are named, and carried over or dropped alone', async () => {
  const { editing, host, bar, shown, watch, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const missing = watch(editing.$missing)
  await editing.setCell(2, 1, text('Cora'))
  expect(missing()).toEqual([])
  const of = (id: string, column: string, value: string) => ({
    key: `["${id}"]`,
    base: { id: [id], values: { [column]: null } },
    changes: { [column]: text(value) },
  })
  const staged = { updates: [of('1', 'title', 'Anne'), of('3', 'gone', 'x')], deletes: [], inserts: [] }
  host.storage.writeElsewhere('basedeck:table-edits:default/7', JSON.stringify(staged))
  expect(missing()).toMatchObject([
    { column: 'title', text: 'The column title was renamed or deleted: 1 change of it can’t be saved' },
    { column: 'gone', dropLabel: 'Drop 1 change' },
  ])
  expect(missing()[0]?.choices).toEqual(['id', 'name', 'paid'])
  missing()[1]?.drop()
  expect(bar()?.text).toBe('1 change in 1 row, not saved')
  missing()[0]?.carryTo('name')
  expect(missing()).toEqual([])
  expect(shown(0)[1]).toBe('Anne')
  editing.undo()
  expect(missing()).toMatchObject([{ column: 'title' }])
})

test('what a deletion takes along, or what is in its way, is told before it is saved', async () => {
  const { editing, fake, watch, until } = await openEditableTable()
  await until(() => expect(editing.$canInsert.get()).toEqual({ disabled: false }))
  const referring = watch(editing.$referring)
  const keys = [
    {
      schema: 'public',
      table: 'lines',
      columns: ['order_id'],
      targetColumns: ['id'],
      onDelete: 'cascade' as const,
      onUpdate: 'no action' as const,
      tableId: '8',
    },
    {
      schema: 'stock',
      table: 'parcels',
      columns: ['of'],
      targetColumns: ['id'],
      onDelete: 'set null' as const,
      onUpdate: 'no action' as const,
      tableId: '8',
    },
    {
      schema: 'public',
      table: 'bills',
      columns: ['of'],
      targetColumns: ['id'],
      onDelete: 'no action' as const,
      onUpdate: 'no action' as const,
      tableId: '8',
    },
    {
      schema: 'public',
      table: 'notes',
      columns: ['of'],
      targetColumns: ['id'],
      onDelete: 'restrict' as const,
      onUpdate: 'no action' as const,
      tableId: '8',
    },
  ]
  const places = ['3', '4', '1', '2']
  fake.answer(
    incomingReferencesStatement('7').query,
    queryResult(
      keys.map(({ schema, table, columns, targetColumns }, at) => [
        schema,
        table,
        JSON.stringify(columns),
        JSON.stringify(targetColumns),
        places[at] ?? null,
      ]),
    ),
  )
  const deleted = [{ base: { id: ['1'], values: {} } }]
  keys.forEach((key, at) =>
    fake.answer(
      referringRowsStatement(orders, [key], deleted).query,
      queryResult([[['10001', '1', '2', '0'][at] ?? null]]),
    ),
  )
  editing.deleteRows({ top: 0, bottom: 0, left: 0, right: 3 })
  await until(() =>
    expect(referring()).toEqual([
      'At least 10,000 rows of lines will be deleted too',
      '1 row of stock.parcels gets NULL in of',
      '2 rows of bills refer to the rows to delete, and are in the way',
    ]),
  )
  editing.undo()
  expect(referring()).toEqual([])
})
