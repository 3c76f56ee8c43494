import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv-lines.js'
import { behindLines, csvRecords, type CsvDialect } from './csv-records.js'

const COMMA: CsvDialect = { delimiter: ',', quote: '"' }
const read = (text: string, dialect = COMMA, columns?: number) =>
  csvRecords(text, dialect, { line: 1, isEnd: true, ...(columns === undefined ? {} : { columns }) })
const cellsOf = (text: string, dialect = COMMA) => read(text, dialect).records.map(({ cells }) => cells)

test.each<[string, string, CsvDialect, string[][]]>([
  [
    'lines',
    'a,b\n1,2\n',
    COMMA,
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['no line break at the end', 'a,b', COMMA, [['a', 'b']]],
  ['CRLF and CR', 'a\r\nb\rc', COMMA, [['a'], ['b'], ['c']]],
  [
    'empty cells',
    ',\n"",',
    COMMA,
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['quotes', '"a ""b"", c","d\ne"', COMMA, [['a "b", c', 'd\ne']]],
  ['quotes inside of a cell', '5" pipe,a"b"', COMMA, [['5" pipe', 'a"b"']]],
  ['other signs', "'a;b';c", { delimiter: ';', quote: "'" }, [['a;b', 'c']]],
  ['no quotes', '"a\tb', { delimiter: '\t', quote: '' }, [['"a', 'b']]],
  [
    'empty lines',
    'a,b\n\n\r\nc,d\n',
    COMMA,
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['nothing', '', COMMA, []],
])('%s are read', (_, text, dialect, cells) => expect(cellsOf(text, dialect)).toEqual(cells))

test('a record has the number of its first line', () => {
  expect(read('a\n"b\r\nc\nd",e\n\nf\n').records.map(({ line }) => line)).toEqual([1, 2, 6])
})

test('in a file of one column an empty line is a value', () => {
  expect(read('a\n\nb\n', COMMA, 1).records.map(({ cells }) => cells[0])).toEqual(['a', '', 'b'])
})

test.each([
  ['text behind the closing quote', 'a,b\n"c"d,e\nf,g', ['a', '"c"d,e', 'f']],
  ['a quote that is never closed', 'a,b\n"c,d\ne,f\n', ['a', '"c,d', 'e']],
  ['text behind a quote, before a carriage return,', 'a,b\r"c"d,e\rf,g', ['a', '"c"d,e', 'f']],
])('%s breaks one line', (_, text, first) => {
  const { records } = read(text)
  expect(records.map(({ cells }) => cells[0])).toEqual(first)
  expect(records.map(({ isBroken }) => isBroken === true)).toEqual([false, true, false])
  expect(records.map(({ line }) => line)).toEqual([1, 2, 3])
})

test('a cell that is longer than any real one breaks its line', () => {
  const text = `"${'x'.repeat(16 * 1024 * 1024 + 1)}\nb`
  const { records } = csvRecords(text, COMMA, { line: 1, isEnd: false })
  expect(records.map(({ line, isBroken }) => [line, isBroken])).toEqual([[1, true]])
})

test('the longest cell may still be on its way', () => {
  const text = `a,"${'x'.repeat(16 * 1024 * 1024 - 2)}\n`
  expect(csvRecords(text, COMMA, { line: 1, isEnd: false }).records).toEqual([])
})

test('a part ends before the record that is not whole', () => {
  const part = (text: string) => csvRecords(text, COMMA, { line: 3, isEnd: false })
  expect(part('a,b\nc,d')).toMatchObject({ read: 4, nextLine: 4, records: [{ line: 3 }] })
  expect(part('a\r')).toMatchObject({ read: 0, records: [] })
  expect(part('"a"')).toMatchObject({ read: 0, records: [] })
  expect(part('"a')).toMatchObject({ read: 0, records: [] })
})

test('any cells that are written come back, wherever the text is cut', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', ',', ';', '"', "'", '\n', '\r', ' ', 'é'),
    maxLength: 6,
  })
  const dialect = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const),
    quote: fc.constantFrom('"' as const, "'" as const),
  })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 })
  fc.assert(
    fc.property(rows, dialect, fc.integer({ min: 1, max: 40 }), (given, how, size) => {
      // A cell that begins with a quote has to be quoted: the writer does that for any quote in it.
      const text = given.map((cells) => `${csvLine(cells, how)}\n`).join('')
      const found: string[][] = []
      let rest = ''
      let line = 1
      for (let at = 0; at < text.length || at === 0; at += size) {
        rest += text.slice(at, at + size)
        const isEnd = at + size >= text.length
        const part = csvRecords(rest, how, { line, isEnd })
        rest = rest.slice(part.read)
        line = part.nextLine
        found.push(...part.records.map(({ cells }) => cells))
      }
      expect(found).toEqual(given)
      expect(rest).toBe('')
    }),
  )
})

test('so many records are read as are asked for, and how far they reach', () => {
  const comma = { delimiter: ',', quote: '"' } as const
  const read = (text: string, more: { most?: number } = {}) =>
    csvRecords(text, comma, { line: 1, isEnd: true, ...more })
  expect(read('a\nb\nc', { most: 2 })).toMatchObject({ read: 4, nextLine: 3 })
  expect(read('a\nb\nc', { most: 2 }).records.map(({ cells }) => cells)).toEqual([['a'], ['b']])
  for (const text of ['a,b', 'a\r\nb', '"a"', '"a', 'a,"b" c']) expect(read(text).read).toBe(text.length)
})

test('a quoted empty text is a record, and line breaks in quotes are counted in each of their forms', () => {
  const comma = { delimiter: ',', quote: '"' } as const
  const read = (text: string) => csvRecords(text, comma, { line: 1, isEnd: true })
  expect(read('a\n""\n\nb').records.map(({ cells }) => cells)).toEqual([['a'], [''], ['b']])
  expect(read('"a"\r"b"\r').records.map(({ cells }) => cells)).toEqual([['a'], ['b']])
  expect(read('"a\rb\rc"\nd').records.map(({ line }) => line)).toEqual([1, 4])
  expect(read('"a\r\nb"\nd').records.map(({ line }) => line)).toEqual([1, 3])
})

test.each<[string, string, Partial<CsvDialect>, string[][]]>([
  [
    'a delimiter of several signs',
    'a||b\n"c||d"||e',
    { delimiter: '||' },
    [
      ['a', 'b'],
      ['c||d', 'e'],
    ],
  ],
  ['any sign as delimiter', 'a§b', { delimiter: '§' }, [['a', 'b']]],
  ['blanks after the delimiter', 'a,  "b, c" , d e', { skipsBlanks: true }, [['a', 'b, c', 'd e']]],
  ['tabs that separate', 'a\t \t"b"', { delimiter: '\t', skipsBlanks: true }, [['a', '', 'b']]],
  [
    'comments',
    '# x, "y\na,b\n#\nc,#d\n',
    { comment: '#' },
    [
      ['a', 'b'],
      ['c', '#d'],
    ],
  ],
  ['escaped quotes', '"a \\"b\\" \\\\",\\n', { escapes: 'quotes' }, [['a "b" \\', '\\n']]],
  ['other escapes inside of quotes stay', '"a\\nb"', { escapes: 'quotes' }, [['a\\nb']]],
  [
    'the text format of COPY',
    'a\\tb\tc\\\\\\nd\\\te\n\\N\tx\\\ny',
    { delimiter: '\t', quote: '', escapes: 'text' },
    [
      ['a\tb', 'c\\\nd\te'],
      ['N', 'x\ny'],
    ],
  ],
])('%s are read', (_, text, dialect, cells) => expect(cellsOf(text, { ...COMMA, ...dialect })).toEqual(cells))

test.each<[string, string | undefined, number[]]>([
  ['a,,"",b', undefined, [1]],
  ['NULL,"NULL",,null', 'NULL', [0]],
  ['\\N,x\\N,\\N', '\\N', [0, 2]],
])('in %j with %j for NULL these are NULL: %j', (text, nullText, nulls) => {
  const dialect = nullText === undefined ? COMMA : { ...COMMA, nullText }
  expect(read(text, dialect).records.map((record) => record.nulls)).toEqual([nulls])
})

test('lines that are escaped or commented out are counted', () => {
  const text = { delimiter: '\t', quote: '', escapes: 'text' } as const
  expect(read('a\\\nb\nc', text).records.map(({ line }) => line)).toEqual([1, 3])
  expect(read('#\n#\r\na\n', { ...COMMA, comment: '#' }).records.map(({ line }) => line)).toEqual([3])
})

test('a delimiter or a comment that is cut is waited for', () => {
  const part = (text: string, dialect: Partial<CsvDialect>) =>
    csvRecords(text, { ...COMMA, ...dialect }, { line: 1, isEnd: false }).records
  expect(part('"a"|', { delimiter: '||' })).toEqual([])
  expect(part('a\n/', { comment: '//' })).toHaveLength(1)
  expect(part('// a', { comment: '//' })).toEqual([])
})

test('lines are passed over by their breaks', () => {
  expect(behindLines('a\r\n"b\nc', 2, { isEnd: true })).toBe(6)
  expect(behindLines('a\nb', 2, { isEnd: false })).toBeUndefined()
  expect(behindLines('a', 3, { isEnd: true })).toBe(1)
})
