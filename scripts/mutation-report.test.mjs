import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { equivalents } from './mutation-equivalents/index.mjs'
import { figuresOf, sentenceOf, asStart } from './mutation-report.mjs'
import { root } from './workspace.mjs'

const mutant = (status, line = 1) => ({
  status,
  mutatorName: 'BooleanLiteral',
  replacement: 'false',
  location: { start: { line, column: 3 }, end: { line, column: 7 } },
})

test('what timed out was noticed; what no test runs was not; what does not compile does not count', () => {
  const files = {
    'a.ts': { mutants: ['Killed', 'Timeout', 'Ignored', 'CompileError'].map((status) => mutant(status)) },
    'b.ts': { mutants: [mutant('Survived', 7), mutant('NoCoverage', 9), mutant('Killed')] },
  }
  const figures = figuresOf({ files })
  expect(figures).toEqual({
    noticed: 3,
    timedOut: 1,
    missed: 2,
    equivalent: 0,
    percent: 60,
    files: { 'b.ts': ['7:3 BooleanLiteral: false', '9:3 BooleanLiteral: false'] },
  })
  expect(sentenceOf('rules', { ...figures, seconds: 12 })).toBe('rules: 3 of 5 changes noticed (60 %), 12 s')
})

test('nothing to mutate is nothing missed', () => {
  expect(figuresOf({ files: {} })).toMatchObject({ percent: 100, missed: 0 })
})

test('what no test can notice counts neither way, and is known by the line it is in', () => {
  const change = {
    ...mutant('Survived', 2),
    location: { start: { line: 2, column: 10 }, end: { line: 2, column: 14 } },
  }
  const files = { 'a.ts': { source: 'first\n  return true\n', mutants: [change, mutant('Killed')] } }
  const known = { file: 'a.ts', line: 'return true', from: 'true', to: 'false', reason: 'both end the loop' }
  expect(figuresOf({ files }, [known])).toMatchObject({ noticed: 1, missed: 0, equivalent: 1, percent: 100 })
  for (const other of [{ file: 'b.ts' }, { line: 'return  true' }, { from: 'tru' }, { to: 'true' }])
    expect(figuresOf({ files }, [{ ...known, ...other }])).toMatchObject({ missed: 1 })
})

test('the next run tries again what was missed, and knows tests by their names', () => {
  const mutants = ['Killed', 'Survived', 'NoCoverage'].map((status) => mutant(status))
  const report = {
    schemaVersion: '1',
    files: { 'a.ts': { language: 'ts', mutants } },
    testFiles: { 'a.test.ts': { source: 'test(…)', tests: [{ id: '1', name: 'it holds' }] } },
  }
  expect(asStart(report)).toEqual({
    schemaVersion: '1',
    files: { 'a.ts': { language: 'ts', mutants: [mutant('Killed')] } },
    testFiles: { 'a.test.ts': { tests: [{ id: '1', name: 'it holds' }] } },
  })
})

test('each change that no test can notice is in a line of the code as it is', () => {
  for (const { file, line, from } of equivalents) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    expect(lines.map((text) => text.trim())).toContain(line)
    expect(line).toContain(from)
  }
})
