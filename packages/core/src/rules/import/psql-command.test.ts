import { expect, test } from 'vitest'
import { psqlCommandIn } from './psql-command.js'

test.each([
  ['\\d people', 0, '\\d'],
  ['\n \\dt+ public.*', 0, '\\dt+'],
  ['\\?', 0, '\\?'],
  ['select 1;\n\\q', 10, '\\q'],
  ['select 1;\n\\q', 0, null],
  ["select '\\d'", 0, null],
  ['\\ x', 0, null],
])('%j at %d: %s', (sql, at, command) => {
  expect(psqlCommandIn(sql, at)).toBe(command)
})
