import { expect, test } from 'vitest'
import { deployMarks } from './deploy-marks.js'

const TEXT = `const a = 1\r\nconst grüße: number = 'x'\nend`
const at = (line: number, column: number) => ({
  level: 'error' as const,
  text: 'wrong',
  file: 'index.ts',
  line,
  column,
})
const marked = (line: number, column: number, content = TEXT) =>
  deployMarks([at(line, column)], 'index.ts', content).map(({ startOffset, endOffset }) =>
    content.slice(startOffset, endOffset),
  )

test.each([
  [1, 7, ['a']],
  [2, 7, ['grüße']],
  [2, 12, [':']],
  [3, 1, ['end']],
  [3, 4, ['']],
  [3, 400, ['']],
  [4, 1, []],
  [0, 1, []],
])('line %i, column %i is marked as %j', (line, column, words) => {
  expect(marked(line, column)).toEqual(words)
})

test('an empty file has a place for its first line', () => {
  expect(deployMarks([at(1, 1)], 'index.ts', '')).toEqual([
    { startOffset: 0, endOffset: 0, message: 'wrong' },
  ])
})

test('lines of other files, of no place, and of no error mark nothing', () => {
  const lines = [
    { ...at(1, 1), file: 'lib/index.ts' },
    { level: 'error' as const, text: 'no place' },
    { ...at(1, 1), level: 'info' as const },
  ]
  expect(deployMarks(lines, 'index.ts', TEXT)).toEqual([])
})
