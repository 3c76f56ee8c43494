import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterBroughtBack,
  afterCellEdited,
  afterCellsEdited,
  afterInserted,
  afterInsertEdited,
  afterMineKept,
  afterRowReverted,
  afterRowsDeleted,
  afterSaved,
  afterTheirsTaken,
  conflictsIn,
  editCounts,
  hasNoEdits,
  newValueIn,
  NO_EDITS,
  withoutSaved,
  type CellEdit,
  type NewValue,
  type StagedEdits,
} from './staged-edits.js'

const row = { key: '["1"]', id: ['1'], compared: {} }
const keyless = { key: '["(0,1)"]', id: ['(0,1)'], compared: { name: 'Ann', note: null } }
const text = (value: string): NewValue => ({ type: 'text', text: value })
const NULL: NewValue = { type: 'null' }
const edit = (edits: StagedEdits, column: string, before: string | null, value: NewValue, of = row) =>
  afterCellEdited(edits, of, column, { before, value })

const renamed = edit(NO_EDITS, 'name', 'Ann', text('Bea'))

test('a changed cell keeps what it was, and only touched columns are in the change', () => {
  expect(renamed.updates).toEqual([
    { key: row.key, base: { id: ['1'], values: { name: 'Ann' } }, changes: { name: text('Bea') } },
  ])
  const twice = edit(edit(renamed, 'name', 'Bea', text('Cora')), 'note', null, text(''))
  expect(twice.updates[0]).toMatchObject({
    base: { values: { name: 'Ann', note: null } },
    changes: { name: text('Cora'), note: text('') },
  })
})

test('the value that it had is no change; NULL, the default and an empty text are three things', () => {
  expect(edit(renamed, 'name', 'Bea', text('Ann'))).toEqual(NO_EDITS)
  expect(edit(NO_EDITS, 'note', null, NULL)).toEqual(NO_EDITS)
  expect(hasNoEdits(edit(NO_EDITS, 'note', null, text('')))).toBe(false)
  expect(hasNoEdits(edit(NO_EDITS, 'note', '', NULL))).toBe(false)
  expect(hasNoEdits(edit(NO_EDITS, 'note', '', { type: 'default' }))).toBe(false)
  expect(edit(edit(NO_EDITS, 'note', null, text('x')), 'note', 'other', NULL)).toEqual(NO_EDITS)
})

test('a column that is changed back is no longer compared, and the others stay', () => {
  const both = edit(renamed, 'note', null, text('x'))
  expect(edit(both, 'note', 'x', NULL)).toEqual(renamed)
  const edited = edit(edit(NO_EDITS, 'note', null, text('x'), keyless), 'name', 'Ann', text('Bea'), keyless)
  expect(edit(edited, 'note', 'x', NULL, keyless).updates[0]).toMatchObject({
    base: { values: { name: 'Ann', note: null } },
    changes: { name: text('Bea') },
  })
})

test('changed rows keep their order', () => {
  const other = { ...row, key: '["2"]', id: ['2'] }
  const two = edit(renamed, 'name', 'Dan', text('Eve'), other)
  expect(edit(two, 'name', 'Ann', text('Flo')).updates.map(({ key }) => key)).toEqual(['["1"]', '["2"]'])
  expect(two.updates[1]).toEqual({
    key: other.key,
    base: { id: ['2'], values: { name: 'Dan' } },
    changes: { name: text('Eve') },
  })
})

test('a deleted row loses its changes, a new row is gone at once, and a row is deleted once', () => {
  const edits = afterInserted(renamed, { id: 'new', values: {} })
  const isNew = { key: 'new', id: [], compared: {} }
  const deleted = afterRowsDeleted(edits, [row, isNew])
  expect(deleted).toEqual({
    updates: [],
    deletes: [{ key: row.key, base: { id: ['1'], values: {} } }],
    inserts: [],
  })
  expect(afterRowsDeleted(deleted, [row])).toEqual(deleted)
  expect(afterRowReverted(deleted, row.key)).toEqual(NO_EDITS)
})

test('a cell of a new row without a value gets its default', () => {
  const edits = afterInserted(NO_EDITS, { id: 'a', values: {} }, { id: 'b', values: {} })
  const named = afterInsertEdited(edits, 'b', 'name', text('Ann'))
  expect(named.inserts).toEqual([
    { id: 'a', values: {} },
    { id: 'b', values: { name: text('Ann') } },
  ])
  expect(afterInsertEdited(named, 'b', 'name', { type: 'default' })).toEqual(edits)
  expect(afterRowReverted(named, 'b').inserts).toHaveLength(1)
})

test('there is something to save as long as one change, one new row or one row to delete is left', () => {
  const inserted = afterInserted(NO_EDITS, { id: 'a', values: {} })
  const deleted = afterRowsDeleted(NO_EDITS, [row])
  expect(hasNoEdits(NO_EDITS)).toBe(true)
  for (const edits of [renamed, inserted, deleted, { ...renamed, inserts: inserted.inserts }])
    expect(hasNoEdits(edits)).toBe(false)
  expect(hasNoEdits({ ...renamed, deletes: deleted.deletes })).toBe(false)
  expect(hasNoEdits({ ...deleted, inserts: inserted.inserts })).toBe(false)
})

test('what there is to save is counted', () => {
  const edits = afterRowsDeleted(
    afterInserted(edit(renamed, 'note', null, text('x')), { id: 'a', values: {} }),
    [{ ...row, key: '["2"]' }],
  )
  expect(editCounts(edits)).toEqual({ cells: 2, changed: 1, inserted: 1, deleted: 1 })
})

const now = (values: Record<string, string | null>) => new Map([[row.key, values]])

test('a row that holds what was read has no conflict; one that was changed or deleted has', () => {
  expect(conflictsIn(renamed, now({ name: 'Ann' }))).toEqual([])
  expect(conflictsIn(renamed, now({ name: 'Dan' }))).toEqual([
    {
      key: row.key,
      type: 'changed',
      columns: [{ column: 'name', base: 'Ann', mine: text('Bea'), theirs: 'Dan' }],
    },
  ])
  expect(conflictsIn(renamed, new Map())).toEqual([{ key: row.key, type: 'gone', columns: [] }])
  const deleted = afterRowsDeleted(NO_EDITS, [{ ...row, compared: { name: 'Ann' } }])
  expect(conflictsIn(deleted, now({ name: null }))).toMatchObject([
    { columns: [{ column: 'name', base: 'Ann', mine: null, theirs: null }] },
  ])
})

test('mine stays over what the row holds now, theirs takes only the columns in question', () => {
  const both = edit(renamed, 'note', null, text('x'))
  const [conflict] = conflictsIn(both, now({ name: 'Dan', note: null }))
  if (!conflict) throw new Error('no conflict')
  const mine = afterMineKept(both, conflict)
  expect(mine.updates[0]).toMatchObject({ base: { values: { name: 'Dan' } }, changes: { name: text('Bea') } })
  expect(conflictsIn(mine, now({ name: 'Dan', note: null }))).toEqual([])
  expect(afterTheirsTaken(both, conflict).updates[0]?.changes).toEqual({ note: text('x') })
  expect(afterTheirsTaken(renamed, conflict)).toEqual(NO_EDITS)
})

test('a row that is gone can’t be changed; a changed row to delete stays when theirs is taken', () => {
  const gone = { key: row.key, type: 'gone', columns: [] } as const
  expect(afterMineKept(renamed, gone)).toEqual(NO_EDITS)
  expect(afterTheirsTaken(renamed, gone)).toEqual(NO_EDITS)
  const deleted = afterRowsDeleted(NO_EDITS, [{ ...row, compared: { name: 'Ann' } }])
  const [conflict] = conflictsIn(deleted, now({ name: 'Dan' }))
  if (!conflict) throw new Error('no conflict')
  expect(afterTheirsTaken(deleted, conflict)).toEqual(NO_EDITS)
  expect(afterMineKept(deleted, conflict).deletes[0]?.base.values).toEqual({ name: 'Dan' })
})

test('changes that the row holds already were saved: their answer was lost', () => {
  const both = edit(renamed, 'note', null, text('x'))
  expect(withoutSaved(both, now({ name: 'Bea', note: 'x' }))).toEqual(NO_EDITS)
  expect(withoutSaved(both, now({ name: 'Bea', note: null }))).toBe(both)
  expect(withoutSaved(both, new Map())).toBe(both)
})

test('what was staged while a save ran is left, over what was saved', () => {
  const insert = { id: 'a', values: { name: text('New') } }
  const sent = afterInserted(edit(renamed, 'height', '1', text('2')), insert)
  expect(afterSaved(sent, sent)).toBe(NO_EDITS)
  expect(afterSaved(structuredClone(sent), sent)).toEqual(NO_EDITS)

  const further = edit(edit(sent, 'name', 'Bea', text('Cleo')), 'note', null, text('x'))
  expect(afterSaved(further, sent)).toEqual({
    updates: [
      {
        key: row.key,
        base: { id: ['1'], values: { name: 'Bea', note: null } },
        changes: { name: text('Cleo'), note: text('x') },
      },
    ],
    deletes: [],
    inserts: [],
  })

  const other = { ...row, key: '["2"]', id: ['2'] }
  const deleting = afterRowsDeleted(NO_EDITS, [row])
  expect(afterSaved(afterRowsDeleted(deleting, [other]), deleting).deletes.map(({ key }) => key)).toEqual([
    other.key,
  ])

  const changed = afterInsertEdited(sent, 'a', 'note', text('more'))
  expect(afterSaved(changed, sent).inserts).toEqual(changed.inserts)
})

test('each row is compared with what was saved of it', () => {
  const [second, third] = ['2', '3'].map((id) => ({ ...row, key: `["${id}"]`, id: [id] }))
  if (!second || !third) throw new Error('no row')
  const two = edit(renamed, 'name', 'Dan', text('Eve'), second)
  const sent = afterRowsDeleted(
    afterInserted(two, { id: 'a', values: { name: text('New') } }, { id: 'b', values: { name: NULL } }),
    [third, { ...row, key: '["4"]', id: ['4'] }],
  )
  // Another row was changed meanwhile, and new rows got the values of each other.
  const meanwhile = edit(sent, 'name', 'Fay', text('Gil'), { ...row, key: '["5"]', id: ['5'] })
  const swapped = {
    ...meanwhile,
    inserts: [
      { id: 'a', values: { name: NULL } },
      { id: 'b', values: { name: text('New') } },
      { id: 'c', values: { name: NULL } },
    ],
  }
  expect(afterSaved(swapped, sent)).toEqual({
    updates: [meanwhile.updates[2]],
    deletes: [],
    inserts: swapped.inserts,
  })
})

test.each<[string, Record<string, NewValue>, Record<string, NewValue>]>([
  ['a value more', { name: text('New') }, { name: text('New'), note: NULL }],
  ['a value less', { name: text('New'), note: NULL }, { name: text('New') }],
  ['another kind of value', { name: text('New') }, { name: NULL }],
  ['another text in one of two', { name: text('New'), note: NULL }, { name: text('Old'), note: NULL }],
])('a new row that got %s while it was saved stays in sight', (_, before, now) => {
  const sent = afterInserted(NO_EDITS, { id: 'a', values: before })
  const changed = afterInserted(NO_EDITS, { id: 'a', values: now })
  expect(afterSaved(changed, sent).inserts).toEqual(changed.inserts)
})

test('a cell that got its default is compared with nothing: what it holds is not known', () => {
  const sent = edit(renamed, 'note', 'x', { type: 'default' })
  const further = edit(sent, 'name', 'Bea', text('Cleo'))
  expect(afterSaved(further, sent).updates).toEqual([
    {
      key: row.key,
      base: { id: ['1'], values: { name: 'Bea', note: 'x' } },
      changes: { name: text('Cleo') },
    },
  ])
  expect(withoutSaved(sent, now({ name: 'Bea', note: null }))).toBe(sent)
})

test('of a new row that was changed since it was discarded the newer values win', () => {
  const discarded = afterInserted(
    NO_EDITS,
    { id: 'a', values: { name: text('New'), note: NULL } },
    { id: 'b', values: {} },
  )
  const newer = afterInserted(NO_EDITS, { id: 'a', values: { name: text('Newer') } })
  expect(afterBroughtBack(newer, discarded).inserts).toEqual([
    { id: 'a', values: { name: text('Newer'), note: NULL } },
    { id: 'b', values: {} },
  ])
})

test('of several rows each comes back with its own newer change', () => {
  const second = { ...row, key: '["2"]', id: ['2'] }
  const discarded = edit(renamed, 'name', 'Dan', text('Eve'), second)
  const newer = edit(edit(NO_EDITS, 'note', null, text('x')), 'note', null, text('y'), second)
  expect(afterBroughtBack(newer, discarded).updates.map(({ key, changes }) => [key, changes])).toEqual([
    [row.key, { name: text('Bea'), note: text('x') }],
    [second.key, { name: text('Eve'), note: text('y') }],
  ])
})

test('theirs is taken of a changed row also while another row is to be deleted', () => {
  const second = { ...row, key: '["2"]', id: ['2'] }
  const edits = afterRowsDeleted(edit(renamed, 'note', null, text('x')), [second])
  const [conflict] = conflictsIn(edits, now({ name: 'Cleo', note: null }))
  if (!conflict) throw new Error('no conflict')
  expect(afterTheirsTaken(edits, conflict)).toMatchObject({
    updates: [{ changes: { note: text('x') } }],
    deletes: edits.deletes,
  })
})

test('discarded changes come back beside newer ones, which win', () => {
  const insert = { id: 'a', values: { name: text('New') } }
  const other = { ...row, key: '["2"]', id: ['2'] }
  const discarded = afterInserted(
    afterRowsDeleted(edit(edit(renamed, 'note', null, text('x')), 'name', 'Dan', text('Eve'), other), [
      { ...row, key: '["3"]', id: ['3'] },
    ]),
    insert,
  )
  expect(afterBroughtBack(NO_EDITS, discarded)).toEqual(discarded)
  const newer = afterInserted(afterRowsDeleted(edit(NO_EDITS, 'name', 'Ann', text('Cleo')), [other]), {
    id: 'b',
    values: {},
  })
  const back = afterBroughtBack(newer, discarded)
  expect(back.updates).toEqual([
    {
      key: row.key,
      base: { id: ['1'], values: { name: 'Ann', note: null } },
      changes: { name: text('Cleo'), note: text('x') },
    },
  ])
  expect(back.deletes.map(({ key }) => key)).toEqual(['["3"]', '["2"]'])
  expect(back.inserts).toEqual([insert, { id: 'b', values: {} }])

  // A row that was to be deleted, and was changed since, is changed.
  const third = { ...row, key: '["3"]', id: ['3'] }
  const kept = afterBroughtBack(edit(NO_EDITS, 'name', 'Fay', text('Gil'), third), discarded)
  expect(kept.deletes).toEqual([])
  expect(kept.updates.map(({ key }) => key)).toContain(third.key)
})

test('what is done to one row leaves the others as they are', () => {
  const other = { key: '["2"]', id: ['2'], compared: {} }
  const third = { key: '["3"]', id: ['3'], compared: { name: 'Cy' } }
  const fourth = { key: '["4"]', id: ['4'], compared: {} }
  const two = edit(renamed, 'name', 'Dan', text('Eve'), other)
  const edits = afterRowsDeleted(
    afterInserted(two, { id: 'a', values: {} }, { id: 'b', values: { name: text('Flo') } }),
    [third, fourth],
  )
  const [first, second] = two.updates
  const [dead] = edits.deletes
  expect(afterRowReverted(edits, row.key)).toEqual({ ...edits, updates: [second] })
  expect(afterRowReverted(edits, fourth.key)).toEqual({ ...edits, deletes: [dead] })
  expect(afterRowReverted(edits, 'a').inserts).toEqual([{ id: 'b', values: { name: text('Flo') } }])
  expect(afterRowsDeleted(edits, [other])).toMatchObject({ updates: [first], inserts: edits.inserts })
  expect(afterInsertEdited(edits, 'a', 'name', NULL).inserts[1]).toEqual(edits.inserts[1])
  expect(afterInsertEdited(edits, 'b', 'note', NULL).inserts[1]?.values).toEqual({
    name: text('Flo'),
    note: NULL,
  })

  const current = new Map([
    [row.key, { name: 'Dan' }],
    [other.key, { name: 'Eve' }],
    [third.key, { name: 'Cyd' }],
    [fourth.key, {}],
  ])
  const conflicts = conflictsIn(edits, current)
  expect(conflicts.map(({ key }) => key)).toEqual([row.key, other.key, third.key])
  expect(withoutSaved(edits, current)).toEqual({ ...edits, updates: [first] })
  const [conflict, , ofDeleted] = conflicts
  if (!conflict || !ofDeleted) throw new Error('no conflict')
  expect(afterMineKept(edits, conflict)).toMatchObject({ updates: [{}, second], deletes: edits.deletes })
  expect(afterMineKept(edits, ofDeleted)).toMatchObject({
    updates: two.updates,
    deletes: [{}, edits.deletes[1]],
  })
  expect(afterTheirsTaken(edits, conflict)).toEqual({ ...edits, updates: [second] })
  expect(afterTheirsTaken(edits, ofDeleted)).toEqual({ ...edits, deletes: [edits.deletes[1]] })
})

test('a column may be called as what every object has', () => {
  const odd = { ...keyless, compared: { constructor: 'a', toString: 'b' } as Record<string, string> }
  const edits = edit(NO_EDITS, 'name', 'Ann', text('Bea'), odd as typeof row)
  const current = new Map([[odd.key, { name: 'Ann', constructor: 'c' } as Record<string, string>]])
  expect(conflictsIn(edits, current)[0]?.columns).toEqual([
    { column: 'constructor', base: 'a', mine: null, theirs: 'c' },
    { column: 'toString', base: 'b', mine: null, theirs: null },
  ])
  expect(newValueIn(edits.updates[0]?.changes, 'constructor')).toBeUndefined()
  expect(newValueIn({}, 'toString')).toBeUndefined()
})

test('what a column gets is told by its name', () => {
  expect(newValueIn(renamed.updates[0]?.changes, 'name')).toEqual(text('Bea'))
  expect(newValueIn(renamed.updates[0]?.changes, 'note')).toBeUndefined()
  expect(newValueIn(undefined, 'name')).toBeUndefined()
})

test('many cells that are edited together are as if they were edited one by one', () => {
  const cell = fc.record({
    row: fc.integer({ min: 0, max: 3 }),
    column: fc.constantFrom('a', 'b', 'constructor'),
    value: fc.constantFrom<NewValue>({ type: 'null' }, { type: 'text', text: '1' }, { type: 'default' }),
  })
  const cellsOf = (chosen: readonly { row: number; column: string; value: NewValue }[]) =>
    chosen.map(({ row, ...others }): CellEdit => ({
      row: { key: `["${row}"]`, id: [`${row}`], compared: {} },
      before: '1',
      ...others,
    }))
  fc.assert(
    fc.property(fc.array(cell), fc.array(cell), (first, second) => {
      const one = (edits: StagedEdits, { row, column, ...values }: CellEdit) =>
        afterCellEdited(edits, row, column, values)
      const known = cellsOf(first).reduce(one, NO_EDITS)
      const byKey = ({ updates }: StagedEdits) => new Map(updates.map((update) => [update.key, update]))
      expect(byKey(afterCellsEdited(known, cellsOf(second)))).toEqual(
        byKey(cellsOf(second).reduce(one, known)),
      )
    }),
  )
})
