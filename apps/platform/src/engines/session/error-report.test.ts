import { expect, test } from 'vitest'
import { errorReport } from './error-report.js'

const whole = (text: string) => ({ text, start: 0, end: text.length, statementIndex: 0 })

test('fields that PostgreSQL did not send are left out', () => {
  expect(errorReport({ message: 'no', code: '42P01', severity: 'ERROR' })).toEqual({
    name: 'error',
    message: 'no',
    code: '42P01',
    severity: 'ERROR',
    formattedError: 'ERROR:  42P01: no',
  })
})

test('the position in a part is translated to the whole text', () => {
  const text = "select '😀';\r\nselect x"
  const start = text.indexOf('select x')
  const report = errorReport(
    { message: 'no', code: '1', position: '8' },
    { text, start, end: text.length, statementIndex: 1 },
  )
  expect(report).toMatchObject({ position: 21, at: { line: 2, column: 8, offset: 21 }, statementIndex: 1 })
})

test('text that we added before the part is not counted', () => {
  const report = errorReport({ message: 'no', position: '15' }, { ...whole('select x'), prefixCharacters: 7 })
  expect(report.at).toEqual({ line: 1, column: 8, offset: 7 })
})

test('a position beyond the text is dropped', () => {
  expect(errorReport({ message: 'no', position: '99' }, whole('select x'))).not.toHaveProperty('at')
})

test('detail, hint, query and context follow as psql prints them', () => {
  const { formattedError } = errorReport({
    severity: 'ERROR',
    code: '42703',
    message: 'no',
    detail: 'D',
    hint: 'H',
    internalQuery: 'select x',
    internalPosition: '8',
    where: 'W',
  })
  expect(formattedError.split('\n')).toEqual([
    'ERROR:  42703: no',
    'LINE 1: select x',
    '               ^',
    'DETAIL:  D',
    'HINT:  H',
    'QUERY:  select x',
    'CONTEXT:  W',
  ])
})
