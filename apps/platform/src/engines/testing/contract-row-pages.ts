/** Pages of a table that begin behind a row, before a row, or are counted from the end: every row is on one of them, in order. */
import {
  seekValues,
  tableDetailIn,
  tableDetailStatement,
  tableRowsStatement,
  type RowPage,
  type TableDetail,
} from '@basedeck/core/sql'
import type { Cell } from '@basedeck/platform-client/contract'
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.js'

/** Values as PostgreSQL prints them, by type: those whose text has another order than the values. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  int8: ['10', '9', '-9223372036854775808', '9007199254740993'],
  numeric: ['1.10', '1.1', '12345678901234567890.000000001', 'NaN', '-2'],
  float8: ['-0', '0', '0.1', '0.30000000000000004', 'Infinity', 'NaN', '1e+300'],
  bool: ['t', 'f'],
  text: ['', ' ', 'NULL', "it's", 'a\\b', 'é', 'Z', 'a', 'B', '😀'],
  'character(4)': ['a   ', 'abcd', 'b   '],
  jsonb: ['{"a": 1}', 'null', '""', '[]', '2', '10'],
  bytea: ['\\x', '\\x00ff', '\\xff'],
  timestamptz: ['2026-11-19 14:02:11.482+00', 'infinity', '0001-01-01 00:00:00+00 BC', '-infinity'],
  interval: ['1 mon', '30 days', '-1 days', '720:00:00'],
  inet: ['10.0.0.1', '10.0.0.0/8', '9.0.0.1', '::1'],
  'int4[]': ['{}', '{1,NULL,3}', '{1,2}'],
  int4range: ['empty', '[1,5)', '(,2)'],
  uuid: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000'],
}
const LIMIT = 3
const WIDEST = 1000

export function describeRowPages(subject: Subject): void {
  async function detailOf(name: string): Promise<TableDetail> {
    const oid = (await subject.value(`select '${name}'::regclass::oid`)) ?? ''
    const { query, parameters } = tableDetailStatement(oid)
    const detail = tableDetailIn(oid, (await subject.rows(query, { parameters }))[0])
    if (!detail) throw new Error(`${name} is not there`)
    return detail
  }
  async function read(table: TableDetail, page: RowPage): Promise<Cell[][]> {
    const { query, parameters } = tableRowsStatement(table, page)
    return (await subject.rows(query, { parameters })).slice(0, page.limit)
  }

  describe('pages of rows', () => {
    test.each(Object.entries(VALUES))(
      'ordered by %s, pages meet at their rows, in both directions',
      async (type, values) => {
        // `1.10` and `1.1` are one value in two texts: the second column tells such rows apart.
        const rows = [...values, ...values].map((value, n) => `('${value.replaceAll("'", "''")}', ${n})`)
        await subject.run(
          `drop table if exists paged; create table paged (k ${type}, n int, primary key (k, n)); insert into paged values ${rows.join(', ')}`,
        )
        const table = await detailOf('paged')
        for (const isAscending of [true, false]) {
          const sorts = isAscending ? [] : [{ column: 'k', isAscending }]
          const view = { sorts, filters: [] }
          const all = await read(table, { ...view, offset: 0, limit: WIDEST })
          expect(all).toHaveLength(rows.length)
          const edge = (side: 'after' | 'before', row: readonly Cell[] | undefined) => {
            const found = seekValues(table, sorts, row ?? [], WIDEST)
            if (!found) throw new Error('A page can’t begin at this row.')
            return { side, values: found }
          }
          const forwards = await read(table, { ...view, offset: 0, limit: LIMIT })
          while (forwards.length < all.length) {
            const next = edge('after', forwards.at(-1))
            const page = await read(table, { ...view, offset: forwards.length, limit: LIMIT, edge: next })
            expect(page.length).toBeGreaterThan(0)
            forwards.push(...page)
          }
          expect(forwards).toEqual(all)
          const backwards = await read(table, { ...view, offset: -LIMIT, limit: LIMIT })
          expect(backwards).toEqual(all.slice(-LIMIT))
          while (backwards.length < all.length) {
            const previous = edge('before', backwards[0])
            const offset = -backwards.length - LIMIT
            const page = await read(table, { ...view, offset, limit: LIMIT, edge: previous })
            expect(page).toEqual(await read(table, { ...view, offset, limit: LIMIT }))
            backwards.unshift(...page)
          }
          expect(backwards).toEqual(all)
        }
      },
    )

    test('rows without a key, and json, are counted from the end too', async () => {
      await subject.run(
        `drop table if exists paged; create table paged (k json, n int);
        insert into paged select to_json(n), n from generate_series(1, 10) n`,
      )
      const table = await detailOf('paged')
      const last = await read(table, { sorts: [], filters: [], offset: -LIMIT, limit: LIMIT })
      expect(last.map(([, n]) => n)).toEqual(['8', '9', '10'])
      const sorts = [{ column: 'k', isAscending: false }]
      const lowest = await read(table, { sorts, filters: [], offset: -LIMIT, limit: LIMIT })
      expect(lowest.map(([, n]) => n)).toEqual(['2', '10', '1'])
    })
  })
}
