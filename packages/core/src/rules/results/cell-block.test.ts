import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockHtml, clipboardBlock, EXACT_CELLS, isExact, lossAsText, tiledBlock } from './cell-block.js'
import { blockText } from './grid-range.js'

const hostile = [
  '',
  'NULL',
  '\n',
  '\r\n',
  '\t',
  '"',
  '""',
  '&quot;',
  '<td>',
  "'",
  ' ',
  '\u00A0',
  '\uFEFF',
  '\u2028',
  '\uD800',
]
const cell = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...hostile) }),
)
const block = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
  )

test('copied cells come back as they were', () => {
  fc.assert(
    fc.property(block, (cells) => {
      const text = blockText(cells)
      const html = blockHtml(cells, cells[0]?.map(() => 'text') ?? [])
      expect(clipboardBlock(text, html)).toEqual({ cells, isExact: true })
      // As a browser hands it over.
      const around = `<html><body>\r\n<!--StartFragment-->${html}<!--EndFragment--></body></html>`
      expect(clipboardBlock(text.replace(/\r\n|\r|\n/g, '\r\n'), around).isExact).toBe(true)
    }),
  )
})

test('a table that is not of a grid, or says something else than the text, is passed over', () => {
  const html = blockHtml([['7', null]], ['int4', 'text'])
  expect(clipboardBlock('8\t', html)).toEqual({ cells: [['8', '']], isExact: false })
  expect(clipboardBlock('1\t2', '<table><tr><td>3</td></tr></table>')).toEqual({
    cells: [['1', '2']],
    isExact: false,
  })
  for (const values of ['', 'x', '[]', '[[]]', '[[1]]', '[[&quot;a&quot;],[]]', '{&quot;length&quot;:1}'])
    expect(clipboardBlock('a', `<table data-basedeck-cells="${values}">`)).toEqual({
      cells: [['a']],
      isExact: false,
    })
})

test('spreadsheets read a table in which texts stay texts and line breaks stay in their cell', () => {
  const html = blockHtml(
    [
      ['1', '007'],
      [null, 'a\r\nb <i>\tc'],
    ],
    ['int4', 'text'],
  )
  const td = `<td style="mso-number-format:'\\@';white-space:pre-wrap">`
  expect(html).toContain(
    `<tr><td>1</td>${td}007</td></tr><tr><td></td>${td}a<br style="mso-data-placement:same-cell">b &lt;i&gt;\tc</td></tr>`,
  )
})

test('a block fills a selection into which it fits several times', () => {
  expect(tiledBlock([['a']], 2, 2)).toEqual([
    ['a', 'a'],
    ['a', 'a'],
  ])
  expect(tiledBlock([['a', null]], 2, 4)).toEqual([
    ['a', null, 'a', null],
    ['a', null, 'a', null],
  ])
  expect(tiledBlock([['a', 'b']], 2, 3)).toEqual([['a', 'b']])
  expect(tiledBlock([['a'], ['b']], 1, 1)).toEqual([['a'], ['b']])
  expect(tiledBlock([['a', 'b'], ['c']], 4, 4)).toEqual([['a', 'b'], ['c']])
})

test('a very large block is plain text alone', () => {
  const row = ['']
  expect(
    isExact(
      Array.from({ length: EXACT_CELLS }, () => row),
      '',
    ),
  ).toBe(true)
  expect(
    isExact(
      Array.from({ length: EXACT_CELLS + 1 }, () => row),
      '',
    ),
  ).toBe(false)
  expect(isExact([row], 'x'.repeat(5_000_001))).toBe(false)
})

test.each<[(string | null)[][], ReturnType<typeof lossAsText>]>([
  [[['a']], null],
  [[['']], null],
  [[['a "b"']], null],
  [[['"a"']], 'borders'],
  [[['a\tb']], 'borders'],
  [[['a\nb']], 'borders'],
  [[['a\rb']], 'borders'],
  // Cells beside others are quoted.
  [[['a\nb', 'c']], null],
  [[['a\nb'], ['c']], null],
  [[[null]], 'nulls'],
  [[['a'], ['b\n', null]], 'nulls'],
])('as plain text alone %j loses %j', (block, loss) => {
  expect(lossAsText(block)).toBe(loss)
  if (loss !== null) expect(clipboardBlock(blockText(block)).cells).not.toEqual(block)
  else expect(clipboardBlock(blockText(block)).cells).toEqual(block)
})
