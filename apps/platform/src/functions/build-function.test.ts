import { expect, test } from 'vitest'
import { errorOfModule, linesOf } from './build-function.js'

test('each message of Deno is one line with its place', () => {
  const said = [
    'Check file:///data/src/index.ts',
    "TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.",
    "const x: number = 'text'",
    '      ^',
    '    at file:///data/src/lib/index.ts:1:7',
    '',
    'error: Type checking failed.',
  ].join('\n')
  expect(linesOf(said, '/data/src')).toEqual([
    {
      level: 'error',
      text: "TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.",
      file: 'lib/index.ts',
      line: 1,
      column: 7,
    },
    { level: 'error', text: 'error: Type checking failed.' },
  ])
})

test('a module that can’t be read is told with its place, and without the folders of this machine', () => {
  const said = 'Expression expected\n  |\n1 | x( + )\n  |     ~\n    at file:///data/src/lib/a%20b.ts:1:5'
  expect(errorOfModule(said, '/data/src')).toEqual({
    level: 'error',
    text: 'Expression expected',
    file: 'lib/a b.ts',
    line: 1,
    column: 5,
  })
  expect(errorOfModule('Module not found "file:///data/src/none.ts".', '/data/src')).toEqual({
    level: 'error',
    text: 'Module not found "none.ts".',
  })
})
