/** Staged edits of a table's rows: what they name is changed, and nothing else. */
import {
  afterCellEdited,
  afterInserted,
  afterRowsDeleted,
  identified,
  NO_EDITS,
  type EditedRow,
  type NewValue,
  type StagedEdits,
} from '@basedeck/core/rules'
import {
  editPlan,
  tableDetailIn,
  tableDetailStatement,
  tableRowsStatement,
  type TableDetail,
} from '@basedeck/core/sql'
import type { Cell } from '@basedeck/platform-client/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newRunId, type Subject } from './subject.js'

/** Values as PostgreSQL prints them, by type: those that are easily taken for another, or changed on the way. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  int8: ['0', '9007199254740993', '-9223372036854775808'],
  numeric: ['0', '1.10', '12345678901234567890.000000001', 'NaN'],
  float8: ['0', '-0', '1e+300', 'Infinity', '0.1'],
  bool: ['t', 'f'],
  text: ['', ' ', 'NULL', "it's", 'a\\b', 'é 😀\n"x"\t$1', 'x'.repeat(3000)],
  'character(4)': ['a   ', 'abcd'],
  json: ['{"a": 1.00,  "a": 2}', 'null', '[]'],
  jsonb: ['{"a": 1}', 'null', '""'],
  xml: ['<a>1</a>', ''],
  bytea: ['\\x', '\\x00ff'],
  timestamptz: ['2026-11-19 14:02:11.482+00', 'infinity', '0001-01-01 00:00:00+00 BC'],
  interval: ['1 mon -1 days', '00:00:00'],
  inet: ['10.0.0.1', '10.0.0.0/8'],
  point: ['(1,2)', '(-0,1e+20)'],
  'int4[]': ['{}', '{1,NULL,3}'],
  'text[]': ['{"",NULL,"a,b","\\"q\\""}'],
  int4range: ['empty', '[1,5)'],
  uuid: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
}
const TYPES = Object.keys(VALUES)
const NAMES = TYPES.map((_, at) => (at === 3 ? 'a "b"; drop' : `c${at}`))
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const ROWS = 6

const value = (column: number) =>
  fc.option(fc.constantFrom(...(VALUES[TYPES[column] ?? ''] ?? [])), { nil: null, freq: 4 })
const row = fc.tuple(...TYPES.map((_, column) => value(column)))
const column = fc.nat({ max: TYPES.length - 1 })
const edit = column.chain((at) =>
  fc.record({ row: fc.nat({ max: ROWS - 1 }), column: fc.constant(at), to: value(at) }),
)
const plan = fc.record({
  rows: fc.array(row, { minLength: ROWS, maxLength: ROWS }),
  edits: fc.array(edit, { maxLength: 8 }),
  deleted: fc.uniqueArray(fc.nat({ max: ROWS - 1 }), { maxLength: 2 }),
  inserted: fc.array(row, { maxLength: 2 }),
})

const KINDS = {
  'a table with a key': { key: 'n bigint primary key', from: 'edited' },
  'a table with a key of two columns': {
    key: `n bigint, m text default 'm', primary key (m, n)`,
    from: 'edited',
  },
  'a table without a key': { key: 'n bigint', from: 'edited' },
  'a view that can be changed': { key: 'n bigint', from: 'edited_view' },
}

export function describeEdits(subject: Subject): void {
  const columns = NAMES.map((name, at) => `${quoted(name)} ${TYPES[at]}`).join(', ')

  async function detailOf(name: string): Promise<TableDetail> {
    const oid = (await subject.value(`select '${name}'::regclass::oid`)) ?? ''
    const { query, parameters } = tableDetailStatement(oid)
    const detail = tableDetailIn(oid, (await subject.rows(query, { parameters }))[0])
    if (!detail) throw new Error(`${name} is not there`)
    return detail
  }
  const read = async (table: TableDetail): Promise<Cell[][]> => {
    const page = { sorts: [], filters: [], offset: 0, limit: 100 }
    return subject.rows(tableRowsStatement(table, page).query)
  }
  const insert = (rows: readonly (readonly Cell[])[]) =>
    subject.database.batch({
      runId: newRunId(),
      statements: rows.map((cells, n) => ({
        query: `insert into edited (n, ${NAMES.map(quoted).join(', ')}) values ($1, ${cells.map((_, at) => `$${at + 2}`).join(', ')})`,
        parameters: [String(n), ...cells],
      })),
    })

  describe('staged edits', () => {
    test.each(Object.entries(KINDS))(
      '%s: what is edited is changed, and nothing else',
      async (_, { key, from }) => {
        await subject.run(
          `drop table if exists edited cascade; create table edited (${columns}, ${key}); create view edited_view as select * from edited`,
        )
        const table = await detailOf(from)
        const width = table.columns.length
        const indexOf = (name: string) => table.columns.findIndex((one) => one.name === name)
        await fc.assert(
          fc.asyncProperty(plan, async ({ rows, edits, deleted, inserted }) => {
            await subject.run('truncate edited')
            await insert(rows)
            const before = await read(table)
            const at = (n: number) => before.find((cells) => cells[indexOf('n')] === String(n)) ?? []
            const identity = (n: number, compares: 'touched' | 'all'): EditedRow => {
              const found = identified(table, { cells: at(n), isCut: () => false }, compares)
              if (!found) throw new Error('The row can’t be told apart.')
              return found
            }
            const expected = before.map((cells) => cells.slice(0, width))
            let staged: StagedEdits = NO_EDITS
            for (const one of edits) {
              const name = NAMES[one.column] ?? ''
              const cell = at(one.row)[indexOf(name)] ?? null
              staged = afterCellEdited(staged, identity(one.row, 'touched'), name, {
                before: cell,
                value: newValue(one.to),
              })
              const shown = expected[before.indexOf(at(one.row))]
              if (shown) shown[indexOf(name)] = one.to
            }
            staged = afterRowsDeleted(
              staged,
              deleted.map((n) => identity(n, 'all')),
            )
            for (const [more, cells] of inserted.entries()) {
              const n = String(ROWS + more)
              const values = Object.fromEntries(
                cells.map((cell, index) => [NAMES[index] ?? '', newValue(cell)]),
              )
              staged = afterInserted(staged, { id: n, values: { ...values, n: newValue(n) } })
            }
            const statements = [...editPlan(table, staged).statements]
            if (statements.length > 0) {
              const saved = await subject.database.batch({ runId: newRunId(), statements })
              expect(saved.type).toBe('committed')
            }
            const left = expected.filter((cells) => !deleted.includes(Number(cells[indexOf('n')])))
            const added = inserted.map((cells, more) =>
              table.columns.map(({ name }): Cell => {
                if (name === 'n') return String(ROWS + more)
                return name === 'm' ? 'm' : (cells[NAMES.indexOf(name)] ?? null)
              }),
            )
            const after = (await read(table)).map((cells) => cells.slice(0, width))
            expect(sorted(after, indexOf('n'))).toEqual(sorted([...left, ...added], indexOf('n')))
          }),
          { numRuns: 6 },
        )
      },
    )

    test('a row that another changed is not changed, whatever the type of the cell', async () => {
      await subject.run(
        `drop table if exists edited cascade; create table edited (${columns}, n bigint primary key); create view edited_view as select * from edited`,
      )
      const table = await detailOf('edited')
      for (const [index, type] of TYPES.entries()) {
        const [mine = ''] = VALUES[type] ?? []
        const name = NAMES[index] ?? ''
        await subject.run('truncate edited; insert into edited (n) values (0)')
        const found = identified(
          table,
          { cells: (await read(table))[0] ?? [], isCut: () => false },
          'touched',
        )
        if (!found) throw new Error('The row can’t be told apart.')
        const staged = afterCellEdited(NO_EDITS, found, name, { before: null, value: newValue(mine) })
        const statements = [...editPlan(table, staged).statements]
        await subject.database.batch({
          runId: newRunId(),
          statements: [{ query: `update edited set ${quoted(name)} = $1`, parameters: [mine] }],
        })
        expect(await subject.database.batch({ runId: newRunId(), statements })).toMatchObject({
          type: 'mismatch',
          rows: 0,
        })
      }
    })
  })
}

function newValue(cell: Cell): NewValue {
  return cell === null ? { type: 'null' } : { type: 'text', text: cell }
}

function sorted(rows: readonly (readonly Cell[])[], by: number): (readonly Cell[])[] {
  return rows.toSorted((one, other) => Number(one[by]) - Number(other[by]))
}
