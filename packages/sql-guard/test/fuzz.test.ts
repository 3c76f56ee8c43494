/** Any text at all is taken: no exception, no hang, and every answer keeps its promise. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  categoryOf,
  confirmationFor,
  dangersIn,
  hasMultipleStatements,
  isTransactionControl,
  splitStatements,
  statementAt,
  unfinishedIn,
  withAutoLimit,
} from '../src/index.js'
import { formatSql } from '../src/format.js'
import { judge } from '../src/grammar/index.js'
import { scan } from '../src/lexer/index.js'
import { anyText, mutatedScript } from './arbitraries.js'

/** Throws when a promise is broken; plain conditions, since a matcher for each of them would take most of the time. */
function check(isKept: boolean, promise: string): void {
  if (!isKept) throw new Error(promise)
}

function checkAll(sql: string, offset: number): void {
  const statements = splitStatements(sql)
  const unfinished = unfinishedIn(sql)
  let end = 0
  for (const statement of statements) {
    check(statement.start >= end && statement.end > statement.start, 'statements follow one another')
    check(statement.text === sql.slice(statement.start, statement.end), 'a statement is its slice')
    check(isTrimmed(statement.text) || unfinished !== undefined, 'a statement has no blanks around it')
    end = statement.end
  }
  check(hasMultipleStatements(sql) === statements.length > 1, 'the number of statements')
  const at = statementAt(sql, offset % (sql.length + 1))
  check(
    !at || statements.some(({ start }) => start === at.start),
    'the statement at the cursor is one of them',
  )
  const confirmation = confirmationFor(sql)
  if (confirmation.type === 'ask' && confirmation.at) {
    const { start, end, word } = confirmation.at
    check(word !== '' && sql.slice(start, end) === word, 'the deciding word has the right position')
  }
  const beginning = scan(sql).find(({ kind }) => kind !== 'comment')
  check(
    confirmation.type !== 'none' || /^select$/i.test(sql.slice(beginning?.start, beginning?.end)),
    'only select runs unasked',
  )
  for (const { statement } of dangersIn(sql)) {
    check(
      statements.some(({ start }) => start === statement.start),
      'a danger is a statement',
    )
  }
  const limited = withAutoLimit(sql, 7)
  if (limited.type === 'unchanged') check(limited.sql === sql, 'unchanged is unchanged')
  else check(limited.sql === `${sql.slice(0, statements[0]?.end)} limit 7;`, 'a limit follows the statement')
  check(!unfinished || unfinished.start < sql.length, 'what is open begins in the text')
  categoryOf(sql)
  isTransactionControl(sql)
}

function isTrimmed(text: string): boolean {
  return !/^[ \t\n\r\f\v;]|[ \t\n\r\f\v]$/.test(text)
}

test('the synchronous rules take 100,000 texts', () => {
  let texts = 0
  const property = fc.property(
    fc.oneof({ arbitrary: anyText, weight: 9 }, mutatedScript),
    fc.nat(),
    (sql, offset) => {
      texts++
      checkAll(sql, offset)
    },
  )
  fc.assert(property, { numRuns: 100_000 })
  expect(texts).toBeGreaterThanOrEqual(100_000)
}, 120_000)

test('the grammar judges any text, and sees the lexer’s statements', async () => {
  const property = fc.asyncProperty(fc.oneof(anyText, mutatedScript), async (sql) => {
    const judgement = await judge(sql)
    if (judgement.type === 'cannot-judge') check(judgement.reason === 'nul-character', 'only a NUL stops it')
    if (judgement.type === 'syntax-error') check(judgement.end <= sql.length, 'an error is inside the text')
    if (judgement.type === 'judged') {
      const seen = judgement.statements.map(({ statement }) => statement)
      check(JSON.stringify(seen) === JSON.stringify(splitStatements(sql)), 'both see the same statements')
    }
  })
  await expect(fc.assert(property, { numRuns: 5_000 })).resolves.toBeUndefined()
})

test('formatting does not change the meaning for PostgreSQL', async () => {
  const kindsOf = async (sql: string): Promise<unknown> => {
    const judgement = await judge(sql)
    return judgement.type === 'judged' ? judgement.statements.map(({ kind }) => kind) : judgement.type
  }
  const property = fc.asyncProperty(mutatedScript, async (sql) => {
    expect(await kindsOf(formatSql(sql))).toEqual(await kindsOf(sql))
  })
  await fc.assert(property, { numRuns: 300 })
})
