/** Caps: a result that is too large is truncated and marked, and its row count is right. */
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.js'

export function describeCaps({ run, value }: Subject): void {
  describe('caps', () => {
    test('rows beyond the cap are counted, not sent', async () => {
      const { results } = await run('select * from generate_series(1, 5000)', { limits: { rows: 10 } })
      expect(results[0]).toMatchObject({ rowCount: 5000, truncated: { reason: 'rows', rows: 10, bytes: 11 } })
      expect(results[0]?.rows).toHaveLength(10)
    })

    test.each([false, true])(
      'exactly as many rows as the cap are a whole result (READ ONLY %s)',
      async (readOnly) => {
        const { results } = await run('select * from generate_series(1, 10)', {
          readOnly,
          limits: { rows: 10 },
        })
        expect(results[0]).not.toHaveProperty('truncated')
        expect(results[0]).toMatchObject({ rowCount: 10 })
      },
    )

    test('the byte cap counts over all statements of a run', async () => {
      const { results } = await run(`select repeat('x', 600); select repeat('y', 600); select 'z'`, {
        limits: { bytes: 1000 },
      })
      expect(results.map(({ rows }) => rows.length)).toEqual([1, 0, 0])
      expect(results[1]).toMatchObject({ rowCount: 1, truncated: { reason: 'bytes', rows: 0, bytes: 0 } })
      expect(results[2]).toMatchObject({ truncated: { reason: 'bytes' } })
    })

    test('rows without any text cost bytes, too', async () => {
      const nulls = Array.from({ length: 100 }, () => 'null').join(', ')
      const { results } = await run(`select ${nulls} from generate_series(1, 1000)`, {
        limits: { bytes: 40_000 },
      })
      expect(results[0]?.rows).toHaveLength(100)
    })

    test('a giant result of a READ ONLY run ends early, without a count', async () => {
      const { results } = await run('select 1; select * from generate_series(1, 3000000)', {
        readOnly: true,
        limits: { rows: 101 },
      })
      expect(results[1]?.rows).toHaveLength(100)
      expect(results[1]).toMatchObject({ rowCount: null, truncated: { reason: 'rows', rows: 100 } })
    })

    test('the statements before a giant result are whole', async () => {
      const { results } = await run('select * from generate_series(1, 20000); select 2', { readOnly: true })
      expect(results[0]).toMatchObject({ rowCount: 20_000 })
      expect(results[0]?.rows.at(-1)).toEqual(['20000'])
      expect(results[1]?.rows).toEqual([['2']])
    })

    test('a large cell is cut at a character and listed with its full size', async () => {
      const { results } = await run(`select 'a', repeat('é', 1000) union all select 'b', 'short'`, {
        limits: { cellBytes: 101 },
      })
      expect(results[0]?.rows).toEqual([
        ['a', 'é'.repeat(50)],
        ['b', 'short'],
      ])
      expect(results[0]?.cut).toEqual([[0, 1, 2000]])
    })

    test('a cell of 60 MB does not come whole', async () => {
      const { results } = await run(`select repeat('x', 60000000)`)
      expect(results[0]?.rows[0]?.[0]).toHaveLength(1_000_000)
      expect(results[0]?.cut).toEqual([[0, 0, 60_000_000]])
    })

    test('a million rows leave the default cap standing', async () => {
      const { results } = await run('select * from generate_series(1, 1000000)')
      expect(results[0]).toMatchObject({ rowCount: 1_000_000, truncated: { reason: 'rows', rows: 100_000 } })
      expect(await value('select 1')).toBe('1')
    })
  })
}
