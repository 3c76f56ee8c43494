import type { Cell, ResultField } from '@basedeck/platform-client/contract'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { RowPiece } from '../src/engines/engine.js'
import { rowMessage } from '../src/engines/wire/row-reader.js'
import { unzipped } from './unzipped.js'
import { workbook } from '../src/services/export-bytes/workbook.js'

const fields: ResultField[] = [
  { name: 'id', dataTypeId: 20, dataType: 'int8' },
  { name: 'a & b', dataTypeId: 25, dataType: 'text' },
  { name: 'ok', dataTypeId: 16, dataType: 'bool' },
]

async function* pieces(...all: Cell[][][]): AsyncGenerator<RowPiece> {
  for (const rows of all) yield { bytes: Buffer.concat(rows.map(rowMessage)), rows: rows.length }
}

const partsOf = async (file: AsyncIterable<Buffer>) => unzipped(await buffer(Readable.from(file)))

const rowsOf = (sheet = '') => sheet.match(/<row r=.*?<\/row>/gs) ?? []

test('a row has its values in order: numbers, texts, booleans, NULL', async () => {
  const parts = await partsOf(
    workbook(fields, pieces([['1', ' <x>\ny ', 't']], [['9007199254740993', null, 'f']])),
  )
  const text = (address: string, of: string) =>
    `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${of}</t></is></c>`
  expect(rowsOf(parts['xl/worksheets/sheet1.xml'])).toEqual([
    `<row r="1">${text('A1', 'id')}${text('B1', 'a &amp; b')}${text('C1', 'ok')}</row>`,
    `<row r="2"><c r="A2"><v>1</v></c>${text('B2', ' &lt;x&gt;\ny ')}<c r="C2" t="b"><v>1</v></c></row>`,
    `<row r="3">${text('A3', '9007199254740993')}<c r="C3" t="b"><v>0</v></c></row>`,
  ])
})

test('the parts name each other', async () => {
  const parts = await partsOf(workbook(fields, pieces()))
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(parts['xl/workbook.xml']).toContain('<sheet name="Result" sheetId="1" r:id="rId1"/>')
  expect(parts['xl/_rels/workbook.xml.rels']).toContain('Target="worksheets/sheet1.xml"')
  expect(parts['[Content_Types].xml']).toContain('PartName="/xl/worksheets/sheet1.xml"')
  expect(rowsOf(parts['xl/worksheets/sheet1.xml'])).toHaveLength(1)
})

test.each([
  [3, [4]],
  [4, [4, 2]],
  [6, [4, 4]],
  [7, [4, 4, 2]],
])('%i rows are in sheets of %j, each with the names of the columns', async (count, sizes) => {
  const rows = Array.from({ length: count }, (_, index): Cell[] => [String(index), null, null])
  const parts = await partsOf(workbook(fields, pieces(rows.slice(0, 5), rows.slice(5)), 4))
  const sheets = sizes.map((_, index) => rowsOf(parts[`xl/worksheets/sheet${index + 1}.xml`]))
  expect(sheets.map((sheet) => sheet.length)).toEqual(sizes)
  expect(sheets.flatMap((sheet) => sheet.slice(1).map((row) => /<v>(\d+)/.exec(row)?.[1]))).toEqual(
    rows.map(([id]) => id),
  )
  expect(new Set(sheets.map(([header]) => header)).size).toBe(1)
})

test('a value that Excel can’t hold ends the file with an error', async () => {
  const file = workbook(fields, pieces([['1', 'x'.repeat(32_768), 't']]))
  await expect(buffer(Readable.from(file))).rejects.toThrow(/column a & b has more than 32,767 characters/)
})

test('an error of the rows is the error of the file', async () => {
  async function* broken(): AsyncGenerator<RowPiece> {
    yield* pieces([['1', 'x', 't']])
    throw new Error('division by zero')
  }
  await expect(buffer(Readable.from(workbook(fields, broken())))).rejects.toThrow('division by zero')
})

test('a file that is not read holds the rows up, and one that is left ends them', async () => {
  let taken = 0
  const ended = vi.fn<() => void>()
  async function* endless(): AsyncGenerator<RowPiece> {
    try {
      for (;;) {
        taken++
        yield* pieces(
          Array.from({ length: 100 }, () => [String(Math.random()), String(Math.random()).repeat(50), 't']),
        )
      }
    } finally {
      ended()
    }
  }
  const file = workbook(fields, endless())
  await file.next()
  await vi.waitFor(async () => {
    const before = taken
    await new Promise(setImmediate)
    expect(taken).toBe(before)
  })
  expect(taken).toBeLessThan(1000)
  await file.return(undefined)
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
})
