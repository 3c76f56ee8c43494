import { expect, test } from 'vitest'
import { NO_EDITS, type StagedEdits } from '../rules/table-editor/staged-edits.js'
import { currentRowsStatement, editsAsSql, editPlan, wholeCellStatement } from './staged-edits.js'

const keyed = {
  schema: 'shop',
  name: 'or"ders',
  columns: [
    { name: 'id', type: 'int8' },
    { name: 'note', type: 'text' },
  ],
  key: ['id'],
  rowId: ['ctid'],
}
const placed = { ...keyed, key: [] }
const view = { ...placed, rowId: [] }
const edits: StagedEdits = {
  deletes: [{ key: '["3"]', base: { id: ['3'], values: { id: '3', note: null } } }],
  updates: [
    {
      key: '["1"]',
      base: { id: ['1'], values: { note: '' } },
      changes: { note: { type: 'text', text: "it's" }, id: { type: 'default' } },
    },
  ],
  inserts: [
    { id: 'new', values: { note: { type: 'null' } } },
    { id: 'empty', values: {} },
  ],
}

test('rows are deleted, changed, then inserted; each statement is to change one row', () => {
  const statements = editPlan(keyed, edits).statements
  expect(statements.map(({ type, rows, expectRows }) => [type, ...rows, expectRows])).toEqual([
    ['delete', '["3"]', 1],
    ['update', '["1"]', 1],
    ['insert', 'new', 1],
    ['insert', 'empty', 1],
  ])
  expect(statements.map(({ query, parameters }) => [query, parameters])).toEqual([
    ['delete from "shop"."or""ders"\nwhere "id" = $1\n  and "note" is not distinct from null', ['3']],
    [
      'update "shop"."or""ders"\nset "note" = $1, "id" = default\nwhere "id" = $2\n  and pg_catalog.concat("note") = $3 and "note" is distinct from null',
      ["it's", '1', ''],
    ],
    ['insert into "shop"."or""ders" ("note")\nvalues ($1)', [null]],
    ['insert into "shop"."or""ders" default values', []],
  ])
})

test('without a key a row is found by its position and its values, in a view by its values alone', () => {
  const base = { id: ['(0,1)'], values: { id: '1', note: 'x' } }
  const of = { ...NO_EDITS, deletes: [{ key: 'k', base }] }
  expect(editPlan(placed, of).statements[0]).toMatchObject({
    query:
      'delete from "shop"."or""ders"\nwhere ctid = $1\n  and pg_catalog.concat("id") = $2\n  and pg_catalog.concat("note") = $3',
    parameters: ['(0,1)', '1', 'x'],
  })
  const seen = { ...NO_EDITS, deletes: [{ key: 'k', base: { ...base, id: [] } }] }
  expect(editPlan(view, seen).statements[0]).toMatchObject({
    query:
      'delete from "shop"."or""ders"\nwhere pg_catalog.concat("id") = $1\n  and pg_catalog.concat("note") = $2',
  })
})

test('the rows as they are now, and one whole value', () => {
  const rows = [{ base: { id: ['1'], values: {} } }, { base: { id: ['2'], values: {} } }]
  expect(currentRowsStatement(keyed, rows, ['id'])).toEqual({
    query:
      'select case when "id" is distinct from null then pg_catalog.concat("id") end\nfrom "shop"."or""ders"\nwhere ("id" = $1) or ("id" = $2)',
    parameters: ['1', '2'],
  })
  expect(currentRowsStatement(placed, [{ base: { id: ['(0,1)'], values: {} } }], []).query).toBe(
    'select ctid\nfrom "shop"."or""ders"\nwhere (ctid = $1)',
  )
  expect(wholeCellStatement(keyed, { id: ['1'], values: {} }, 'note')).toMatchObject({ parameters: ['1'] })
})

test('the text to read has the values in their places, whatever they hold', () => {
  const odd = {
    ...NO_EDITS,
    inserts: [{ id: 'a', values: { $1: { type: 'text', text: 'a $2 b' }, b: { type: 'text', text: '$1' } } }],
  } as StagedEdits
  expect(editsAsSql(editPlan(keyed, odd).statements)).toBe(
    `insert into "shop"."or""ders" ("$1", "b")\nvalues ('a $2 b', '$1');`,
  )
  expect(editsAsSql(editPlan(keyed, edits).statements)).toContain(`set "note" = 'it''s', "id" = default`)
})
