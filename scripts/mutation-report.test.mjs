import { expect, test } from 'vitest'
import { figuresOf, sentenceOf } from './mutation-report.mjs'

const mutant = (status, line = 1) => ({
  status,
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  location: { start: { line, column: 3 } },
})

test('what timed out was noticed; what no test runs was not; what does not compile does not count', () => {
  const files = {
    'a.ts': { mutants: ['Killed', 'Timeout', 'Ignored', 'CompileError'].map((status) => mutant(status)) },
    'b.ts': { mutants: [mutant('Survived', 7), mutant('NoCoverage', 9), mutant('Killed')] },
  }
  const figures = figuresOf({ files })
  expect(figures).toEqual({
    noticed: 3,
    missed: 2,
    percent: 60,
    files: { 'b.ts': ['7:3 BooleanLiteral: false', '9:3 BooleanLiteral: false'] },
  })
  expect(sentenceOf('rules', { ...figures, seconds: 12 })).toBe('rules: 3 of 5 changes noticed (60 %), 12 s')
})

test('nothing to mutate is nothing missed', () => {
  expect(figuresOf({ files: {} })).toMatchObject({ percent: 100, missed: 0 })
})
