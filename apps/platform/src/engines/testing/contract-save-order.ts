/** A save finds an order: whatever rows a table can hold in the end, one save leads to them. PostgreSQL judges. */
import {
  afterCellsEdited,
  afterInserted,
  afterRowsDeleted,
  identified,
  NO_EDITS,
  type CellEdit,
  type EditedRow,
  type NewValue,
  type StagedEdits,
} from '@basedeck/core/rules'
import {
  editPlan,
  editsAsSql,
  incomingReferencesIn,
  incomingReferencesStatement,
  referringRowsStatement,
  tableDetailIn,
  tableDetailStatement,
  unchangedReasonsIn,
  unchangedReasonsStatement,
  type TableDetail,
} from '@basedeck/core/sql'
import type { Cell } from '@basedeck/platform-client/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newRunId, type Subject } from './subject.js'

const COLUMNS = ['id', 'parent', 'pos', 'label', 'tenant', 'slot', 'token'] as const
type Column = (typeof COLUMNS)[number]
type Row = Record<Column, Cell>

/** Numbers, texts, UUIDs and pairs that are unique; NULLs among them; rows that refer to rows. */
const TABLE = `drop table if exists ordered cascade;
create table ordered (id int8 primary key, parent int8 references ordered, pos int4 not null unique, label text unique,
  tenant int2 not null, slot numeric, token uuid not null unique, unique (tenant, slot))`

const IDS = ['1', '2', '3', '4', '5', '6', '7', '8']
const token = (n: number) => `a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1${n}`
const shuffled = (count: number) =>
  fc.shuffledSubarray([...Array(count).keys()], { minLength: count, maxLength: count })

/** Rows that the table can hold together. @param ids those that there may be */
const rowsOf = (ids: fc.Arbitrary<string[]>) =>
  ids.chain((present) =>
    fc
      .record({
        pos: shuffled(10),
        label: shuffled(10),
        slot: shuffled(10),
        token: shuffled(10),
        tenant: fc.array(fc.constantFrom('1', '2'), { minLength: 8, maxLength: 8 }),
        isNull: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        parent: fc.array(fc.option(fc.nat({ max: 7 }), { nil: null }), { minLength: 8, maxLength: 8 }),
      })
      .map(({ pos, label, slot, token: tokens, tenant, isNull, parent }) =>
        present.map((id, at): Row => {
          const above = parent[at] ?? null
          return {
            id,
            pos: String((pos[at] ?? 0) + 1),
            label: isNull[at] ? null : `label ${label[at]}`,
            tenant: tenant[at] ?? '1',
            slot: isNull[7 - at] ? null : `${slot[at]}.50`,
            token: token(tokens[at] ?? 0),
            parent: above === null ? null : (present[above % present.length] ?? null),
          }
        }),
      ),
  )

const plan = fc.record({
  before: rowsOf(fc.constant(IDS.slice(0, 5))),
  after: rowsOf(fc.shuffledSubarray(IDS, { minLength: 3 })),
})

export function describeSaveOrder(subject: Subject): void {
  async function detail(): Promise<TableDetail> {
    const oid = (await subject.value(`select 'ordered'::regclass::oid`)) ?? ''
    const { query, parameters } = tableDetailStatement(oid)
    const found = tableDetailIn(oid, (await subject.rows(query, { parameters }))[0])
    if (!found) throw new Error('The table is not there')
    return found
  }
  /** One statement: its references are checked at its end. */
  const fill = (rows: readonly Row[]) =>
    subject.database.batch({
      runId: newRunId(),
      statements: [
        { query: 'delete from ordered', parameters: [] },
        {
          query: `insert into ordered (${COLUMNS.join(', ')}) values ${rows
            .map(
              (_, row) => `(${COLUMNS.map((_column, at) => `$${row * COLUMNS.length + at + 1}`).join(', ')})`,
            )
            .join(', ')}`,
          parameters: rows.flatMap((row) => COLUMNS.map((column) => row[column])),
        },
      ],
    })
  const read = () => subject.rows(`select ${COLUMNS.join(', ')} from ordered order by id`)
  const save = async (table: TableDetail, edits: StagedEdits) => {
    const { statements } = editPlan(table, edits)
    return subject.database.batch({ runId: newRunId(), statements: [...statements] })
  }

  describe('the order of a save', () => {
    test('rows become any other rows that the table can hold', async () => {
      await subject.run(TABLE)
      const table = await detail()
      let ways = { parked: 0, saved: 0 }
      await fc.assert(
        fc.asyncProperty(plan, async ({ before, after }) => {
          await fill(before)
          const edits = changesTo(table, before, after)
          const { statements, tangled } = editPlan(table, edits)
          // New rows that refer to each other.
          fc.pre(tangled.length === 0)
          if (statements.length > 0) {
            const outcome = await save(table, edits).catch((error: unknown) => {
              throw new Error(`${(error as Error).message}\n${editsAsSql(statements)}`)
            })
            expect(outcome.type).toBe('committed')
          }
          expect(await read()).toEqual(
            after
              .toSorted((one, other) => Number(one.id) - Number(other.id))
              .map((row) => COLUMNS.map((of) => row[of])),
          )
          ways = {
            saved: ways.saved + 1,
            parked: ways.parked + (statements.some(({ type }) => type === 'park') ? 1 : 0),
          }
        }),
        { numRuns: 40 },
      )
      expect(ways.parked).toBeGreaterThan(0)
    })

    test('a constraint that can be deferred is deferred, with nothing in between', async () => {
      await subject.run(
        `drop table if exists ordered cascade;
         create table ordered (id int8 primary key, pos int4 not null unique deferrable, parent int8 references ordered deferrable);
         insert into ordered values (1, 1), (2, 2)`,
      )
      const table = await detail()
      const edits = afterInserted(
        afterCellsEdited(NO_EDITS, [
          cellEdit(table, ['1', '1', null], 'pos', '1', text('2')),
          cellEdit(table, ['2', '2', null], 'pos', '2', text('1')),
        ]),
        { id: 'a', values: { id: text('3'), pos: text('3'), parent: text('4') } },
        { id: 'b', values: { id: text('4'), pos: text('4'), parent: text('3') } },
      )
      expect(
        editPlan(table, edits)
          .statements.map(({ type }) => type)
          .sort(),
      ).toEqual(['defer', 'insert', 'insert', 'update', 'update'].sort())
      expect((await save(table, edits)).type).toBe('committed')
      expect(await subject.rows('select id, pos, parent from ordered order by id')).toEqual([
        ['1', '2', null],
        ['2', '1', null],
        ['3', '3', '4'],
        ['4', '4', '3'],
      ])
    })

    test('no value is parked where a trigger would see it', async () => {
      await subject.run(
        `drop table if exists ordered cascade; create table ordered (id int8 primary key, pos int4 not null unique);
         insert into ordered values (1, 1), (2, 2);
         create or replace function seen() returns trigger language plpgsql as $$begin return new; end$$;
         create trigger seen before update on ordered for each row execute function seen()`,
      )
      const table = await detail()
      const { statements, tangled } = editPlan(
        table,
        afterCellsEdited(NO_EDITS, [
          cellEdit(table, ['1', '1'], 'pos', '1', text('2')),
          cellEdit(table, ['2', '2'], 'pos', '2', text('1')),
        ]),
      )
      expect(statements.map(({ type }) => type)).toEqual(['update', 'update'])
      expect([...tangled].sort()).toEqual(['["1"]', '["2"]'])
    })

    test('a policy that refuses the parked value keeps all as it was', async () => {
      await subject.run(
        `drop table if exists ordered cascade; create table ordered (id int8 primary key, pos int4 not null unique);
         insert into ordered values (1, 1), (2, 2);
         alter table ordered enable row level security; alter table ordered force row level security;
         create policy small on ordered using (true) with check (pos < 1000);
         grant all on ordered to authenticated`,
      )
      const table = await detail()
      const edits = afterCellsEdited(NO_EDITS, [
        cellEdit(table, ['1', '1'], 'pos', '1', text('2')),
        cellEdit(table, ['2', '2'], 'pos', '2', text('1')),
      ])
      const { statements } = editPlan(table, edits)
      expect(statements.map(({ type }) => type)).toContain('park')
      const role = { type: 'rest', role: 'authenticated', claims: { role: 'authenticated' } } as const
      const saved = subject.database.batch({ runId: newRunId(), statements: [...statements], role })
      await expect(saved).rejects.toMatchObject({ report: { code: '42501' } })
      expect(await subject.rows('select id, pos from ordered order by id')).toEqual([
        ['1', '1'],
        ['2', '2'],
      ])
    })

    test('what refers to a row is counted in each of fifty tables', async () => {
      const numbers = Array.from({ length: 50 }, (_, number) => number)
      await subject.run(
        `drop table if exists ordered cascade; create table ordered (id int8 primary key, pos int4);
         insert into ordered values (1, 1), (2, 2);
         ${numbers.map((number) => `drop table if exists referring_${number}; create table referring_${number} (id int8 primary key, of int8 references ordered on delete cascade); insert into referring_${number} select n, 1 from generate_series(1, ${number}) n;`).join('\n')}`,
      )
      const table = await detail()
      const { query, parameters } = incomingReferencesStatement(table.id)
      const references = incomingReferencesIn(await subject.rows(query, { parameters }))
      expect(references).toHaveLength(50)
      const { deletes: changed } = afterRowsDeleted(NO_EDITS, [identity(table, ['1', '1'], 'all')])
      for (const reference of references) {
        const counted = referringRowsStatement(table, [reference], changed)
        const count = await subject.value(counted.query, { parameters: counted.parameters })
        expect(count).toBe(reference.table.replace('referring_', ''))
      }
      await subject.run(numbers.map((number) => `drop table referring_${number}`).join(';'))
    })

    test('what kept a row from being changed is found: a trigger, a rule, a policy', async () => {
      await subject.run(
        `drop table if exists ordered cascade; create table ordered (id int8 primary key, pos int4);
         insert into ordered values (1, 1);
         create or replace function passed() returns trigger language plpgsql as $$begin return null; end$$;
         create trigger passed before update on ordered for each row execute function passed();
         create trigger after_it after update on ordered for each row execute function passed();
         create rule kept as on delete to ordered do instead nothing`,
      )
      const { id } = await detail()
      const reasons = async (command: 'insert' | 'update' | 'delete') => {
        const { query, parameters } = unchangedReasonsStatement(id, command)
        return unchangedReasonsIn((await subject.rows(query, { parameters }))[0])
      }
      const none = { hasPolicies: false, triggers: [], rules: [] }
      expect(await reasons('update')).toEqual({ ...none, triggers: ['passed'] })
      expect(await reasons('delete')).toEqual({ ...none, rules: ['kept'] })
      expect(await reasons('insert')).toEqual(none)
      await subject.run(
        'alter table ordered enable row level security; alter table ordered force row level security',
      )
      expect((await reasons('insert')).hasPolicies).toBe(
        (await subject.value(`select row_security_active('ordered')`)) === 't',
      )
    })
  })
}

function cellEdit(
  table: TableDetail,
  cells: readonly Cell[],
  column: string,
  before: Cell,
  value: NewValue,
): CellEdit {
  return { row: identity(table, cells), column, before, value }
}

function identity(
  table: TableDetail,
  cells: readonly Cell[],
  compares: 'touched' | 'all' = 'touched',
): EditedRow {
  const found = identified(table, { cells, isCut: () => false }, compares)
  if (!found) throw new Error('The row can’t be told apart')
  return found
}

function changesTo(table: TableDetail, before: readonly Row[], after: readonly Row[]): StagedEdits {
  const cellsOf = (row: Row) => COLUMNS.map((column) => row[column])
  const kept = before.filter(({ id }) => after.some((row) => row.id === id))
  const edits = kept.flatMap((row) => {
    const next = after.find(({ id }) => id === row.id) ?? row
    return COLUMNS.filter((column) => next[column] !== row[column]).map((column) =>
      cellEdit(table, cellsOf(row), column, row[column], valueOf(next[column])),
    )
  })
  const deleted = before
    .filter((row) => !kept.includes(row))
    .map((row) => identity(table, cellsOf(row), 'all'))
  const added = after.filter(({ id }) => before.every((row) => row.id !== id))
  return afterInserted(
    afterRowsDeleted(afterCellsEdited(NO_EDITS, edits), deleted),
    ...added.map((row) => ({
      id: `new ${row.id}`,
      values: Object.fromEntries(COLUMNS.map((column) => [column, valueOf(row[column])])),
    })),
  )
}

function valueOf(cell: Cell): NewValue {
  return cell === null ? { type: 'null' } : text(cell)
}

function text(value: string): NewValue {
  return { type: 'text', text: value }
}
