import { expect, test } from 'vitest'
import { viewColumnsOf } from './view-query.js'

const entry = (inside: string, place: number, name: string, source: number, column: number, isJunk = false) =>
  `{TARGETENTRY :expr {VAR ${inside}} :resno ${place} :resname ${name} :ressortgroupref 0 :resorigtbl ${source} :resorigcol ${column} :resjunk ${isJunk}}`
const query = (list: string, more = '') => `({QUERY :rtable ({RTE}) :targetList (${list}) ${more}})`

test('columns of the outermost query count, and not those of queries inside of it', () => {
  const inner = query(entry('', 1, 'id', 7, 9))
  const text = query(
    entry('', 1, 'id', 5, 1) + entry(`:sub ${inner}`, 2, 'list', 0, 0),
    `:limitCount ${inner}`,
  )
  expect(viewColumnsOf(text)).toEqual([{ position: 1, source: 5, sourceColumn: 1 }])
})

test('a name with braces, blanks and the words of an origin is a name', () => {
  const name = 'a\\ \\{b\\}\\ :resorigtbl\\ 9'
  expect(viewColumnsOf(query(entry('', 1, name, 5, 2)))).toEqual([
    { position: 1, source: 5, sourceColumn: 2 },
  ])
})

test('what the query sorts by and does not show is no column', () => {
  expect(viewColumnsOf(query(entry('', 2, '<>', 5, 2, true)))).toEqual([])
})

test('a text that is no query has none', () => {
  expect(viewColumnsOf('')).toEqual([])
  expect(viewColumnsOf('<>')).toEqual([])
})
