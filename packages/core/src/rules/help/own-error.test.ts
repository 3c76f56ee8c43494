import { expect, test } from 'vitest'
import { caretLines } from './caret-lines.js'
import { ownError } from './own-error.js'

/** The error of a sent text, whose own part is between the marks. */
function told(
  marked: string,
  at: string,
  { message = `syntax error at or near "${at}"`, code = '42601' } = {},
) {
  const start = marked.indexOf('‹')
  const end = marked.indexOf('›') - 1
  const sql = marked.replace(/[‹›]/g, '')
  const offset = at === '' ? sql.length : sql.indexOf(at)
  const line = sql.slice(0, offset).split('\n').length
  const column = offset - sql.lastIndexOf('\n', offset - 1)
  const formattedError = [`ERROR:  ${code}: ${message}`, ...caretLines(sql, offset), 'HINT:  None'].join('\n')
  const error = { message, code, formattedError, at: { line, column, offset } }
  const { formattedError: shown, at: place, ...own } = ownError(error, { sql, start, end })
  return { ...own, at: place, shown: shown.split('\n') }
}

test.each([
  ['‹select 1 +› limit 100;', 'limit', 'select 1 +'],
  ['‹select a as› limit 100;', '100', 'select a as'],
  ['‹select * from t where a =› limit 500;', 'limit', 'select * from t where a ='],
])('an unfinished %j says so', (sql, at, own) => {
  expect(told(sql, at)).toEqual({
    message: 'syntax error at end of input',
    code: '42601',
    at: { line: 1, column: own.length + 1, offset: own.length },
    shown: [
      'ERROR:  42601: syntax error at end of input',
      `LINE 1: ${own}`,
      `${' '.repeat(8 + own.length)}^`,
      'HINT:  None',
    ],
  })
})

test('in several lines', () => {
  expect(told('‹select 1\nfrom t,› limit 100;', 'limit')).toMatchObject({
    message: 'syntax error at end of input',
    at: { line: 2, column: 8, offset: 16 },
    shown: [expect.any(String), 'LINE 2: from t,', '               ^', 'HINT:  None'],
  })
})

test('what is wrong in the own text keeps its words and is quoted without what was added', () => {
  const gone = { message: 'column "gone" does not exist', code: '42703' }
  expect(told('‹select gone from t› limit 100;', 'gone', gone)).toEqual({
    ...gone,
    at: { line: 1, column: 8, offset: 7 },
    shown: [
      'ERROR:  42703: column "gone" does not exist',
      'LINE 1: select gone from t',
      '               ^',
      'HINT:  None',
    ],
  })
  expect(told('explain ‹select gone›', 'gone', gone)).toMatchObject({
    at: { offset: 15 },
    shown: [expect.any(String), 'LINE 1: select gone', '               ^', 'HINT:  None'],
  })
  expect(
    told('explain (analyze, buffers) ‹select 1 +›', '', { message: 'syntax error at end of input' }),
  ).toMatchObject({
    message: 'syntax error at end of input',
    shown: [expect.any(String), 'LINE 1: select 1 +', '                  ^', 'HINT:  None'],
  })
  // PostgreSQL cuts long lines; the part behind the cut is not the product's.
  const long = `‹select ${'1, '.repeat(60)}gone› limit 100;`
  expect(told(long, 'gone', gone).shown[1]).toMatch(/^LINE 1: \.\.\..*1, gone$/)
})

test('other errors at what was added keep their words', () => {
  const other = { message: 'LIMIT must not be odd', code: '2201W' }
  expect(told('‹select 1› limit 100;', '100', other)).toMatchObject({ ...other, at: { offset: 8 } })
})

test('an error without a position, and a text that was sent as it is, stay', () => {
  const error = { message: 'no', formattedError: 'ERROR:  no\nLINE 1: x\n        ^' }
  expect(ownError(error, { sql: 'explain x', start: 8, end: 9 })).toBe(error)
  const placed = { ...error, at: { line: 1, column: 1, offset: 0 } }
  expect(ownError(placed, { sql: 'x', start: 0, end: 1 })).toBe(placed)
})
