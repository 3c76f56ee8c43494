/** Copies of what is large in each way: many columns, many rows, long values. Nothing may be cut in silence. */
import { describe, expect, test } from 'vitest'
import { rowSetOf } from '../../sql/row-set.js'
import { clipboardBlock } from '../results/cell-block.js'
import { COPY_FORMATS, copiedAs } from '../results/copy-format.js'
import { csvRecords } from './csv-records.js'
import { blockOf, blockText } from '../results/grid-range.js'

const LARGE = {
  '1,600 columns': {
    types: Array.from({ length: 1600 }, () => 'int4'),
    rows: [0, 1].map((row) => Array.from({ length: 1600 }, (_, column) => String(row * 1600 + column))),
  },
  '100,000 rows': {
    types: ['int4', 'text'],
    rows: Array.from({ length: 100_000 }, (_, row) => [String(row), `v${row}`]),
  },
  'a text of 10 MB': { types: ['text'], rows: [[`${'tab\t"quote"\nline\\é'.repeat(600_000)}end`]] },
  'jsonb of 10 MB': { types: ['jsonb'], rows: [[`{"a": "${'x'.repeat(10_000_000)}", "b": 77777}`]] },
  'bytea of 10 MB': { types: ['bytea'], rows: [[`\\x${'de'.repeat(5_000_000)}01`]] },
  'an array of 10 MB': { types: ['int4[]'], rows: [[`{${'1234567,'.repeat(1_250_000)}0}`]] },
} satisfies Record<string, { types: string[]; rows: string[][] }>

describe.each(Object.entries(LARGE))('%s', (_name, { types, rows }) => {
  const fields = types.map((dataType, index) => ({ name: `c${index}`, dataType }))
  const source = { fields, rows: rowSetOf(rows), table: 't' }
  const range = { top: 0, bottom: rows.length - 1, left: 0, right: types.length - 1 }
  const last = rows.at(-1)?.at(-1) ?? ''

  test.each(COPY_FORMATS)('%s holds everything', (format) => {
    const { text, leftOut } = copiedAs(format, source, range)
    expect(leftOut).toBe(0)
    const characters = rows.reduce((sum, row) => sum + row.reduce((of, cell) => of + cell.length, 0), 0)
    expect((text ?? '').length >= characters).toBe(true)
    // An escaped form ends otherwise, but with the same letters.
    expect((text ?? '').slice(-40)).toContain(last.slice(-3))
  })

  test('CSV and the plain text come back', () => {
    const { text } = copiedAs('csv', source, range)
    const { records } = csvRecords(text ?? '', { delimiter: ',', quote: '"' }, { line: 1, isEnd: true })
    expect(
      same(
        records.slice(1).map(({ cells }) => cells),
        rows,
      ),
    ).toBe(true)
    if (rows.length * types.length > 1)
      expect(same(clipboardBlock(blockText(blockOf(source, range))).cells, rows)).toBe(true)
  })
})

/** A difference of megabytes is not worth showing. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
