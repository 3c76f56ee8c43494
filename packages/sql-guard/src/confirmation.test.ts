import { expect, test } from 'vitest'
import { confirmationFor } from './confirmation.js'

/** `none`, `empty`, or the reason and the word that decided. */
function decision(sql: string): string {
  const confirmation = confirmationFor(sql)
  if (confirmation.type !== 'ask') return confirmation.type
  const { reason, at } = confirmation
  return `${reason} ${at && sql.slice(at.start, at.end) === at.word ? at.word : JSON.stringify(at)}`
}

test.each(['insert', 'update', 'delete', 'alter', 'drop', 'create', 'replace'])(
  'the word %s asks',
  (word) => {
    expect(decision(`select ${word}`)).toBe(`write ${word}`)
    expect(decision(`select 1; ${word.toUpperCase()} x`)).toBe(`write ${word.toUpperCase()}`)
    expect(decision(`select '${word}'`)).toBe(`write ${word}`)
    expect(decision(`select 1 -- ${word}`)).toBe(`write ${word}`)
    expect(decision(`select "${word}"`)).toBe(`write ${word}`)
    expect(decision(`select $$x;${word} y$$`)).toBe(`write ${word}`)
  },
)

test.each([
  'created',
  'inserted',
  'updated',
  'deleted',
  'truncate',
  'updates',
  'dropdown_items',
  'created_at',
  'replaced',
  'x_drop',
  'alters',
  'inserts',
])('the word %s does not', (word) => {
  expect(decision(`select ${word} from t`)).toBe('none')
  expect(decision(`select '${word}' from t`)).toBe('none')
})

test.each([
  // An exempt word never hides another one.
  ['select created_at from t; create table x (a int)', 'write create'],
  ["select truncate, deleted from t where note = 'drop it'", 'write drop'],
  // Nothing to run.
  ['', 'empty'],
  [' \n\t', 'empty'],
  [';', 'empty'],
  ['; ;\n', 'empty'],
  ['-- note', 'empty'],
  ['; -- drop\n', 'empty'],
  ['/* select 1 */;', 'empty'],
  // Only a text that begins with select passes.
  ['select 1', 'none'],
  ['  \n SELECT 1 ;', 'none'],
  ['select', 'none'],
  ['selected', 'write selected'],
  // Comments in front don't count.
  ['-- note\nselect 1', 'none'],
  ['/* note */ select 1', 'none'],
  [' -- a\r\n\t/* b /* c */ */ -- d\n select 1', 'none'],
  ['-- note\nwith a as (select 1) select * from a', 'write with'],
  ['/* note */ (select 1)', 'write ('],
  ['-- note\n"select" 1', 'write "select"'],
  ['-- note\n;select 1', 'write ;'],
  ['/* select */ truncate t', 'write truncate'],
  ['-- drop it\nselect 1', 'write drop'],
  ['-- note\n/* open select 1', 'write /*'],
  ['/* open', 'write /*'],
  [';select 1', 'write ;'],
  ['(select 1)', 'write ('],
  ['with a as (select 1) select * from a', 'write with'],
  ['explain select 1', 'write explain'],
  ['values (1)', 'write values'],
  ['table t', 'write table'],
  ['show all', 'write show'],
  ['truncate t', 'write truncate'],
  ['"select" 1', 'write "select"'],
  // And so must every further statement.
  ['select 1; select 2;', 'none'],
  ['select 1; truncate t', 'write truncate'],
  ['select 1; vacuum', 'write vacuum'],
  ['select 1; commit; select 2', 'write commit'],
  ['select 1; (select 2)', 'write ('],
  ['select 1; -- note\nselect 2', 'none'],
  // `into` and locks write too.
  ['select a into b from t', 'write into'],
  ["select 'into'", 'none'],
  ['select "into"', 'none'],
  ['select * from t for update', 'write update'],
  ['select * from t for no key update', 'write update'],
  ['select * from t for share', 'write for'],
  ['select * from t for /* x */ key share', 'write for'],
  ['select * from t for key x', 'none'],
  ['select * from t for x share', 'none'],
  ['select share from t', 'none'],
  ["select substring(a from 1 for 2), 'for share'", 'none'],
  // Calls: see calls.test.ts and attribute-calls.test.ts.
  ['select f()', 'function f'],
  ['select count(*) from t; select f()', 'function f'],
  // When both apply, it is a write.
  ['select f(1); drop table t', 'write drop'],
  ["select f('drop')", 'write drop'],
  ['explain select f(1)', 'write explain'],
  ['select f(1) for share', 'write for'],
  ['select replace(a, b, c)', 'write replace'],
])('%j: %s', (sql, expected) => {
  expect(decision(sql)).toBe(expected)
})
