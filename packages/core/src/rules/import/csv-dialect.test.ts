import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, dialectOf, layoutOf, type CsvLayout } from './csv-dialect.js'
import { csvRecords } from './csv-records.js'
import { exportedText } from '../results/export-format.js'

test.each([
  ['a,b\n1,2\n', ',', '"'],
  ['a;b;c\n1,5;2;3\n2,5;3;4\n', ';', '"'],
  ['a\tb\n1, x\t2\n', '\t', '"'],
  ['a|b\n1|2\n', '|', '"'],
  ['a\nb\n', ',', '"'],
  ['', ',', '"'],
  ["'a','b;c'\n'd','e'\n", ',', "'"],
  ['name,"a;b;c"\nx,"d;e;f"\n', ',', '"'],
  ['a;b', ';', '"'],
  ['a,b;c\n1,2;3\n', ',', '"'],
  ['a,b;c\n1,2;3\n4;5', ',', '"'],
  ['a;b\n1;2\n3\n4;5\n', ';', '"'],
  ['a;b\n1;2\n3', ';', '"'],
  ['a,b;c\n1;2\n3;4\n5;6\n', ';', '"'],
  ['a,b,c;d\n1,2,3;4\n', ',', '"'],
  ['a;b;c,d\n1;2;3,4\n', ';', '"'],
  // No delimiter fits.
  ['x"1,x"2\ny"1,y"2,y"3\nz"1,z"2,z"3,z"4\nend\n', ',', '"'],
  // One that is only inside of quotes, in several records.
  ['x,"a;b;c;d;e;f;g;h;i;j"\n'.repeat(4), ',', '"'],
  // One that is always there before one that is there more often.
  [`${'1;2,3;4\n'.repeat(3)}1;2,3\nend\n`, ',', '"'],
  [`'a';'b';"c"\n`, ';', '"'],
  [`'a';'b';"c"\n'd';'e';f\n`, ';', "'"],
  ["it's;that's\n'x;y\n", ';', '"'],
])('%j is delimited by %j and quoted by %j', (text, delimiter, quote) =>
  expect(dialectOf(text)).toEqual({ delimiter, quote }),
)

test.each<[string, string, Partial<CsvLayout>]>([
  ['a title', 'Report of sales\n\nid,name\n1,a\n2,b\n', { skipLines: 2 }],
  ['a title with cells', 'Made,today\n\nid,name,x\n1,a,b\n2,b,c\n', { skipLines: 2 }],
  ['empty lines', '\n\nid,name\n1,a\n2,b\n', {}],
  ['a named delimiter', 'sep=;\nid;name,x\n1;a,b\n', { delimiter: ';', skipLines: 1 }],
  [
    'a named delimiter and a title',
    'sep=|\r\nTitle\r\nid|name\r\n1|a\r\n2|b\r\n',
    { delimiter: '|', skipLines: 2 },
  ],
  ['comments', '# made by x, y, z\nid,name\n1,a\n# end\n2,b\n', { comment: '#' }],
  ['a head that begins like a comment', '#id,name\n1,a\n2,b\n', {}],
  ['a delimiter at the end of each line', 'id,name,\n1,a,\n2,b,\n', { endsInDelimiter: true }],
  ['a delimiter at the end of each line but the head', 'id,name\n1,a,\n2,b,\n', { endsInDelimiter: true }],
  ['an empty last column that has a name', 'id,name\n1,\n2,\n', {}],
  ['a head without a name for the first column', 'name,size\n1,a,2\n2,b,3\n', {}],
  ['blanks after each delimiter', 'id, name\n1, "a, b"\n2, c\n', { skipsBlanks: true }],
  ['blanks after some', 'id,name\n1, a\n2,b\n', {}],
  ['escaped quotes', 'id,name\n1,"a \\"b\\", c"\n2,b\n', { escapes: 'quotes' }],
  ['a backslash at the end of a cell', 'id,name\n1,"a\\"\n2,b\n', {}],
  ['\\N for NULL', 'id,name\n1,\\N\n2,b\n', { nullText: '\\N' }],
  ['NULL among numbers', 'id,name\n1,a\nNULL,b\n3,c\n', { nullText: 'NULL' }],
  ['NULL as somebody’s name', 'id,name\n1,NULL\n2,Smith\n', {}],
  ['NULL in quotes among numbers', 'id,name\n1,a\n"NULL",b\n3,c\n', {}],
  ['a rare delimiter', 'id~name\n1~a\n2~b\n', { delimiter: '~' }],
  ['a delimiter of two signs', 'id||name\n1||a\n2||b\n', { delimiter: '||' }],
  ['a record that begins with # and ends on the next line', 'id,name,note\n#,"\n",","\n,"\na",\n', {}],
  ['times', 'at\n10:00\n11:30\n', {}],
])('%s', (_, text, found) => expect(layoutOf(text, true)).toEqual({ delimiter: ',', quote: '"', ...found }))

test('the last record counts only where it is not cut', () => {
  expect(layoutOf('a,b\n1,\\N', true)).toMatchObject({ nullText: '\\N' })
  expect(layoutOf('a,b,\n1,2,\n3,4', false)).toMatchObject({ endsInDelimiter: true })
  expect(layoutOf('a,b,\n1,2,\n3,4', true)).not.toHaveProperty('endsInDelimiter')
})

test.each([
  ['a,b\n1,2\n', {}, 2],
  ['a,b,\n1,2,\n', { endsInDelimiter: true }, 2],
  ['a,b,\n1,2,\n', { endsInDelimiter: true, nullText: 'NULL' }, 2],
  ['a,b\n1,2,\n3,4,\n', { endsInDelimiter: true }, 2],
  ['b,c\n1,2,3\n4,5,6\n', {}, 3],
  ['a,b,c\n1,2\n3,4\n', {}, 3],
  ['', {}, 0],
] as const)('%j with %j has columns: %d', (text, more, columns) => {
  const layout = { delimiter: ',', quote: '"', ...more } as const
  expect(columnsOf(csvRecords(text, layout, { line: 1, isEnd: true }).records, layout)).toBe(columns)
})

test('the default export is read as it was by what is found of it', () => {
  const unit = fc.constantFrom('a', '7', ',', ';', '|', '"', "'", '\n', '#', '\t', ' ', 'é', 'NUL', '-')
  // A text in single quotes can't be told from a cell in them, nor the word NULL among numbers from none.
  const value = fc.option(fc.string({ unit, maxLength: 5 }).filter((text) => !/^'|'$/.test(text)))
  const fields = ['id', 'name', 'note'].map((name) => ({ name, dataType: 'text' }))
  const row = fc.tuple(value, value, value)
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const text = exportedText('csv', fields, rows)
      const layout = layoutOf(text, true)
      const { records } = csvRecords(text, layout, { line: 1, isEnd: true })
      const cells = records.map((record) =>
        record.cells.map((cell, at) => (record.nulls.includes(at) ? null : cell)),
      )
      expect(layout.skipLines ?? 0).toBe(0)
      expect(cells).toEqual([['id', 'name', 'note'], ...rows])
    }),
    { numRuns: 2000 },
  )
})

test('a record that is cut inside of its quotes says nothing', () => {
  expect(layoutOf(`name;note\nAda;"${'x\n'.repeat(1000)}`, false)).toEqual({ delimiter: ';', quote: '"' })
})
