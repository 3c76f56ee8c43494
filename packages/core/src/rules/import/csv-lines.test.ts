import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  copiedRows,
  csvLine,
  EncodingError,
  importLines,
  isPlainFile,
  lineFault,
  linesOfFile,
  LongRecordError,
  recordsOfFile,
  rowsOfFile,
  type CsvReading,
} from './csv-lines.js'
import { csvRecords } from './csv-records.js'
import { exportedText } from '../results/export-format.js'

const READING: CsvReading = { delimiter: ',', quote: '"', encoding: 'utf-8', hasHeader: true, columns: 2 }

async function linesOf(bytes: Uint8Array, reading: Partial<CsvReading> = {}, size = 3) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  }
  let text = ''
  for await (const piece of importLines(pieces(), { ...READING, ...reading })) text += piece
  return text
}
const of = (text: string, reading?: Partial<CsvReading>) => linesOf(new TextEncoder().encode(text), reading)

test('each line has its number, and its cells in one form', async () => {
  expect(await of('a;b\n1;"x ""y"""\n\n2;"c\nd"\n3;é', { delimiter: ';' })).toBe(
    '2,,1,"x ""y"""\n4,,2,"c\nd"\n6,,3,é\n',
  )
})

test('an empty line that ends in CRLF takes nothing from the line before', async () => {
  expect(await of('a,b\n1,2\n\r\n3,4\n', {})).toBe('2,,1,2\n4,,3,4\n')
})

test('without a header the first line counts', async () => {
  expect(await of('1,2', { hasHeader: false })).toBe('1,,1,2\n')
})

test('a line that can’t be imported says why, and is given as it was', async () => {
  expect(await of('a,b\n1,2,3\n"x"y,1\n1\n1,a\0b\n')).toBe(
    '2,cells:3,"1,2,3",\n3,quotes,"""x""y,1",\n4,cells:1,1,\n5,nul,"1,a\uFFFDb",\n',
  )
})

test('other encodings, and the mark before the text', async () => {
  const latin = new Uint8Array([0x61, 0x2c, 0x62, 0x0a, 0xfc, 0x2c, 0x31])
  expect(await linesOf(latin, { encoding: 'windows-1252' })).toBe('2,,ü,1\n')
  const utf16 = new Uint8Array([0xff, 0xfe, 0x61, 0, 0x2c, 0, 0x62, 0])
  expect(await linesOf(utf16, { encoding: 'utf-16le', hasHeader: false })).toBe('1,,a,b\n')
  expect(await of('\uFEFFa,b\n1,2\n', { hasHeader: false })).toBe('1,,a,b\n2,,1,2\n')
})

test('bytes of another encoding name a line near them', async () => {
  const error = await linesOf(new Uint8Array([0x61, 0x0a, 0x62, 0x0a, 0xfc, 0x0a])).catch(
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(EncodingError)
  expect(error).toMatchObject({ name: 'EncodingError', message: 'The bytes are not of this encoding' })
  expect((error as EncodingError).line).toBeGreaterThan(1)
})

test('bytes are counted, and long files come in pieces', async () => {
  const rows = `a,b\n${'1,xxxxxxxxxx\n'.repeat(200_000)}`
  const read: number[] = []
  const pieces: string[] = []
  async function* bytes() {
    for (let at = 0; at < rows.length; at += 65_536)
      yield new TextEncoder().encode(rows.slice(at, at + 65_536))
  }
  for await (const piece of importLines(bytes(), READING, (size) => read.push(size))) pieces.push(piece)
  expect(read.at(-1)).toBe(rows.length)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.slice(0, -1).filter(({ length }) => length < 1024 * 1024)).toEqual([])
  const lines = Array.from({ length: 200_000 }, (_, at) => `${at + 2},,1,xxxxxxxxxx\n`)
  expect(pieces.join('') === lines.join('')).toBe(true)
})

test('a file without rows gives no piece', async () => {
  async function* bytes() {
    yield new TextEncoder().encode('a,b\n')
  }
  const pieces: string[] = []
  for await (const piece of importLines(bytes(), READING)) pieces.push(piece)
  expect(pieces).toEqual([])
})

test.each([
  ['quotes', { reason: 'quotes' }],
  ['nul', { reason: 'nul' }],
  ['cells:12', { reason: 'cells', cells: 12 }],
])('the fault %s', (fault, expected) => expect(lineFault(fault)).toEqual(expected))

test('a line is written as the file is', () => {
  expect(csvLine(['a', null, 'b;c', 'd"e'], { delimiter: ';', quote: '"' })).toBe('a;;"b;c";"d""e"')
  expect(csvLine(['a"b'], { delimiter: ',', quote: '' })).toBe('a"b')
})

test('any text is read as its records are, wherever its bytes are cut', async () => {
  const sign = fc.constantFrom('a', 'b', ',', ';', '"', "'", '\n', '\r\n', '\r', '\0', 'é')
  const dialect = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const),
    quote: fc.constantFrom('"' as const, "'" as const, '' as const),
    columns: fc.integer({ min: 1, max: 3 }),
    hasHeader: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(sign, { maxLength: 40 }),
      dialect,
      fc.integer({ min: 1, max: 9 }),
      async (signs, how, size) => {
        const text = signs.join('')
        const reading = { ...READING, ...how }
        const { records } = csvRecords(text, reading, { line: 1, isEnd: true, columns: how.columns })
        const rows = how.hasHeader ? records.slice(1) : records
        const given = await linesOf(new TextEncoder().encode(text), reading, size)
        const read = csvRecords(given, { delimiter: ',', quote: '"' }, { line: 1, isEnd: true })
        expect(read.records.map(({ cells }) => cells.slice(0, 2))).toEqual(
          rows.map(({ line, cells, isBroken }) => [
            String(line),
            isBroken
              ? 'quotes'
              : cells.length !== how.columns
                ? `cells:${cells.length}`
                : cells.some((cell) => cell.includes('\0'))
                  ? 'nul'
                  : '',
          ]),
        )
        for (const [at, { cells, isBroken }] of rows.entries())
          if (!isBroken && cells.length === how.columns && !cells.some((cell) => cell.includes('\0')))
            expect(read.records[at]?.cells.slice(2)).toEqual(cells)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  ['a,b\n1,2\n', true],
  ['a,b\n1,2', true],
  ['', true],
  ['a,"b"\n', false],
  ["a,'b'\n", false],
  ['a,b\r\n1,2\r\n', false],
  ['a,\0\n', false],
  ['\na,b\n', false],
  ['a,b\n\n1,2\n', false],
  ['a,b\n\n', false],
])('PostgreSQL reads %j as it is read here: %s', async (text, isPlain) => {
  const { signal } = new AbortController()
  expect(await isPlainFile(new Blob([text]), { signal })).toBe(isPlain)
})

test.each([
  [['a\n', '\nb\n'], false],
  [['ab\n', '\nc\n'], false],
  [['a', '\n\nb\n'], false],
  [['a\nb', '\nc\n'], true],
])('lines are looked at across the pieces of a file: %j', async (pieces, isPlain) => {
  const { signal } = new AbortController()
  expect(await isPlainFile(fileOf(pieces), { signal })).toBe(isPlain)
})

test('a file that is known not to be plain is read no further', async () => {
  let isEnded = false
  const file = fileOf(['"', 'a'], () => (isEnded = true))
  expect(await isPlainFile(file, new AbortController())).toBe(false)
  expect(isEnded).toBe(true)
})

/** A file that comes in these pieces, and never ends by itself when its end is looked for. */
function fileOf(pieces: readonly string[], onEnd?: () => void): Blob {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      if (!onEnd) controller.close()
    },
    ...(onEnd && { cancel: onEnd }),
  })
  return { stream: () => stream } as Blob
}

test('the lines of a file are those of its bytes, which are counted; an end is heard', async () => {
  const file = new Blob(['a,b\n1,2\n\n3,4\n'])
  let read = 0
  const onRead = (bytes: number) => (read = bytes)
  expect(await (await linesOfFile(file, READING, { onRead })).text()).toBe('2,,1,2\n4,,3,4\n')
  expect(read).toBe(file.size)
  const control = new AbortController()
  control.abort(new Error('ended'))
  const ended = control.signal
  await expect(linesOfFile(file, READING, { onRead, signal: ended })).rejects.toThrow('ended')
  await expect(isPlainFile(file, { signal: ended })).rejects.toThrow('ended')
})

const options = { onRead: () => {} }
async function rowsOf(text: string, reading: Partial<CsvReading> = {}) {
  return (await rowsOfFile(new Blob([text]), { ...READING, ...reading }, options))?.text() ?? null
}

test('NULL and an empty text stay apart, also where NULL is a word', async () => {
  expect(await of('a,b\n,""\n"",x\n')).toBe('2,,,""\n3,,"",x\n')
  expect(await of('a,b\nNULL,""\n"NULL",\n', { nullText: 'NULL' })).toBe('2,,,""\n3,,NULL,""\n')
})

test('an empty cell is what was chosen for its column', async () => {
  const cells = [{ empty: 'null' }, { empty: 'text' }] as const
  expect(await of('a,b\n"",\n', { cells })).toBe('2,,,""\n')
})

test('cells are read in the format of their column; others stay as they are', async () => {
  const cells = [{ format: 'decimal-comma' }, { format: 'dmy' }] as const
  expect(await of('a;b\n1.234,5;31.12.2026\nmuch;soon\n;\n', { delimiter: ';', cells })).toBe(
    '2,,1234.5,2026-12-31\n3,,much,soon\n4,,,\n',
  )
})

test('lines before the head, comments, and what each line ends in are passed over', async () => {
  const reading = { skipLines: 2, comment: '#', endsInDelimiter: true } as const
  expect(await of('Title, "x\n\n# made\na,b,\n1,2,\n3,4,5\n5,6\n', reading)).toBe(
    '5,,1,2\n6,cells:3,"3,4,5",\n7,,5,6\n',
  )
})

test('rows are as COPY reads them, without the columns that are left out', async () => {
  const cells = [{ isLeftOut: true }, {}] as const
  expect(await rowsOf('a;b\n1;"2,""x"\n3;\n', { delimiter: ';', cells })).toBe('"2,""x"\n\n')
  expect(await rowsOf('a,b\n1,2\n', {})).toBe('1,2\n')
  // Alone in its line it would end the data.
  expect(await rowsOf('a\n\\.\nb\n', { columns: 1 })).toBe('"\\."\nb\n')
})

test.each(['a,b\n1,2\n3\n', 'a,b\n"x"y,1\n', 'a,b\n1,\0\n'])('%j is no file of rows alone', async (text) =>
  expect(await rowsOf(text)).toBeNull(),
)

test('the records of some lines are given as they are', async () => {
  const file = new Blob(['T\na;b\n1;x\n2;"c\nd"\r\n3;e;f\n"x"y;4'])
  const reading = { ...READING, delimiter: ';', skipLines: 1 } as const
  expect(await (await recordsOfFile(file, reading, [4, 6, 7])).text()).toBe('a;b\n2;"c\nd"\n3;e;f\n"x"y;4\n')
  expect(await (await recordsOfFile(file, { ...reading, hasHeader: false }, [2])).text()).toBe('a;b\n')
})

test('a record that never ends is refused with its line', async () => {
  async function* endless() {
    yield new TextEncoder().encode('a,b\n1,2\n')
    for (;;) yield new Uint8Array(4 * 1024 * 1024).fill(0x61)
  }
  const read = async () => {
    for await (const piece of copiedRows(endless(), READING)) void piece
  }
  await expect(read()).rejects.toMatchObject({ name: new LongRecordError(3).name, line: 3 })
})

test('what an export writes is read as it was, whatever the form', async () => {
  const value = fc.option(
    fc.string({
      unit: fc.constantFrom('a', ',', ';', '"', "'", '\n', '\r', ' ', 'NULL', '\\N', '\\.', 'é', ''),
    }),
  )
  const form = fc.record({
    header: fc.boolean(),
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const, '|' as const),
    quote: fc.constantFrom('"' as const, "'" as const),
    nullText: fc.constantFrom('', 'NULL', '\\N', 'nil'),
  })
  const fields = ['a', 'b'].map((name) => ({ name, dataType: 'text' }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 5 }),
      form,
      async (rows, csv) => {
        const { header, delimiter, quote, nullText } = csv
        const reading: CsvReading = {
          encoding: 'utf-8',
          columns: 2,
          hasHeader: header,
          delimiter,
          quote,
          ...(nullText !== '' && { nullText }),
        }
        const written = await rowsOf(exportedText('csv', fields, rows, { csv }), reading)
        const { records } = csvRecords(
          written ?? '',
          { delimiter: ',', quote: '"' },
          { line: 1, isEnd: true },
        )
        expect(
          records.map(({ cells, nulls }) => cells.map((cell, at) => (nulls.includes(at) ? null : cell))),
        ).toEqual(rows)
      },
    ),
    { numRuns: 500 },
  )
})
