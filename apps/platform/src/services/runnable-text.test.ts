import { QUERY_LIMIT_BYTES } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { requireRunnable } from './runnable-text.js'

test.each([
  ['a comment with a long line', `/*${'*'.repeat(400_000)}*/ select 1`],
  ['a long rule of signs', `-- ${'='.repeat(400_000)}\nselect 1`],
  ['many comments', '/* a */ select 1; '.repeat(20_000)],
  ['nested comments, not too many', `select ${'/*'.repeat(8_000)}`],
])('%s is given to the database', (_, sql) => {
  expect(() => requireRunnable(sql)).not.toThrow()
})

test.each([
  ['the lexer for minutes', `select ${'/*'.repeat(400_000)}`, 'query_too_complex'],
  [
    'the lexer for minutes, in the middle',
    `select 1; ${'+/*'.repeat(100_000)} select 2`,
    'query_too_complex',
  ],
  ['too much', 'x'.repeat(QUERY_LIMIT_BYTES + 1), 'query_too_large'],
])('a text that takes %s is refused', (_, sql, code) => {
  expect(() => requireRunnable(sql)).toThrow(expect.objectContaining({ code }))
})
