import { expect, test } from 'vitest'
import { afterColumnCarried, afterColumnDropped, missingColumns } from './staged-columns.js'
import type { NewValue, StagedEdits } from './staged-edits.js'

const text = (value: string): NewValue => ({ type: 'text', text: value })
const EDITS: StagedEdits = {
  updates: [
    {
      key: '1',
      base: { id: ['1'], values: { note: 'a', name: 'b' } },
      changes: { note: text('A'), name: text('B') },
    },
    { key: '2', base: { id: ['2'], values: { note: null } }, changes: { note: text('C') } },
  ],
  deletes: [{ key: '3', base: { id: ['3'], values: { note: 'd', old: 'e' } } }],
  inserts: [{ id: 'n', values: { note: text('D'), constructor: text('E') } }],
}

test.each([
  [['note', 'name', 'old', 'constructor'], []],
  [['name', 'old', 'constructor', 'remark'], [{ column: 'note', cells: 3 }]],
  [['note', 'name', 'constructor'], [{ column: 'old', cells: 0 }]],
  [['note', 'name', 'old'], [{ column: 'constructor', cells: 1 }]],
])('of a table with %j, %j is missing', (columns, missing) => {
  expect(missingColumns(EDITS, columns)).toEqual(missing)
})

test('a dropped column takes its own changes with it, and the others stay', () => {
  expect(afterColumnDropped(EDITS, 'note')).toEqual({
    updates: [{ key: '1', base: { id: ['1'], values: { name: 'b' } }, changes: { name: text('B') } }],
    deletes: [{ key: '3', base: { id: ['3'], values: { old: 'e' } } }],
    inserts: [{ id: 'n', values: { constructor: text('E') } }],
  })
})

test('a carried column keeps its changes, and what was read is still compared', () => {
  expect(afterColumnCarried(EDITS, 'note', 'remark')).toEqual({
    updates: [
      {
        key: '1',
        base: { id: ['1'], values: { remark: 'a', name: 'b' } },
        changes: { remark: text('A'), name: text('B') },
      },
      { key: '2', base: { id: ['2'], values: { remark: null } }, changes: { remark: text('C') } },
    ],
    deletes: [{ key: '3', base: { id: ['3'], values: { remark: 'd', old: 'e' } } }],
    inserts: [{ id: 'n', values: { remark: text('D'), constructor: text('E') } }],
  })
})

test('a change that the other column has itself wins', () => {
  const { updates } = afterColumnCarried(EDITS, 'note', 'name')
  expect(updates[0]).toEqual({
    key: '1',
    base: { id: ['1'], values: { name: 'b' } },
    changes: { name: text('B') },
  })
  expect(updates[1]?.changes).toEqual({ name: text('C') })
})
