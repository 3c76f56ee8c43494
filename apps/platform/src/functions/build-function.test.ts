import { expect, test } from 'vitest'
import { linesOf } from './build-function.js'

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
