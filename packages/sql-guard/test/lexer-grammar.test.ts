/** The lexer against PostgreSQL's own: the same tokens, and the same statements, in every text that PostgreSQL takes. */
import * as fc from 'fast-check'
import { hasSqlDetails, loadModule, parseSync, scanSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { readableText } from '../src/grammar/readable-text.js'
import { Positions } from '../src/grammar/positions.js'
import { scan } from '../src/lexer/scan.js'
import type { Token } from '../src/lexer/token.js'
import { piecesOf } from '../src/pieces.js'
import { anyText, mutatedScript, script } from './arbitraries.js'
import { CORPUS, CORPUS_FILES } from './corpus.js'

beforeAll(loadModule)

/** The text as libpg-query may read it: it stops at a NUL, and its list of tokens can't hold other control characters. */
function readable(sql: string): string {
  return readableText(sql).replaceAll(/\p{Cc}/gu, (control) => ('\t\n\r'.includes(control) ? control : ' '))
}

/** What a parse answers; undefined when PostgreSQL refuses the text. */
function accepted<Answer>(parse: () => Answer): Answer | undefined {
  try {
    return parse()
  } catch (error) {
    // The list of tokens is JSON; instead of it comes PostgreSQL's message.
    if (hasSqlDetails(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

function grammarStatements(sql: string): string[] | undefined {
  if (sql === '') return []
  const result = accepted(() => parseSync(sql))
  const positions = new Positions(sql)
  return result?.stmts?.map(({ stmt_location = 0, stmt_len = 0 }) => {
    const start = positions.offsetOfByte(stmt_location)
    const end = stmt_len === 0 ? sql.length : positions.offsetOfByte(stmt_location + stmt_len)
    return tokenTexts(sql.slice(start, end))
  })
}

function lexerStatements(sql: string): string[] {
  return Array.from(piecesOf(sql), ({ start, end }) => tokenTexts(sql.slice(start, end)))
}

/** Without blanks and comments: where those belong is a matter of taste. */
function tokenTexts(sql: string): string {
  const tokens = scan(sql).filter(({ kind }) => kind !== 'comment')
  return tokens.map(({ start, end }) => sql.slice(start, end)).join(' ')
}

/** The lexer's tokens as PostgreSQL counts them: a string is one, over any number of lines; `N'…'` is two. */
function lexerTokens(sql: string): string[] {
  const texts: string[] = []
  let before: Token | undefined
  for (const token of scan(sql)) {
    const text = sql.slice(token.start, token.end)
    const gap = sql.slice(before?.end, token.start)
    const followsString = before?.kind === 'string' && !sql.startsWith('$', before.start)
    if (followsString && text.startsWith("'") && /[\n\r]/.test(gap)) texts.push(texts.pop() + gap + text)
    else if (/^n'/i.test(text)) texts.push(text.slice(0, 1), text.slice(1))
    else texts.push(text)
    before = token
  }
  return texts
}

function postgresTokens(sql: string): string[] | undefined {
  const positions = new Positions(sql)
  return accepted(() => scanSync(sql))?.tokens.map(({ start, end }) => {
    return sql.slice(positions.offsetOfByte(start), positions.offsetOfByte(end))
  })
}

test.each([
  ['the corpus', script, 500],
  ['scripts with something cut out, doubled or put in', mutatedScript, 2_500],
  ['any text', anyText, 5_000],
])('both see the same tokens in %s', (_, texts, numRuns) => {
  let taken = 0
  fc.assert(
    fc.property(texts, (text) => {
      const sql = readable(text)
      const tokens = postgresTokens(sql)
      if (!tokens) return
      taken++
      expect(lexerTokens(sql)).toEqual(tokens)
    }),
    { numRuns },
  )
  expect(taken).toBeGreaterThan(numRuns / 5)
})

test('the corpus has at least 150 statements, and PostgreSQL takes them all', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(150)
  const all = readable(CORPUS_FILES.map(({ sql }) => sql).join('\n'))
  expect(grammarStatements(all)).toEqual(lexerStatements(all))
})

test.each([
  ['scripts of the corpus, written otherwise', script, 1_500],
  ['scripts with something cut out, doubled or put in', mutatedScript, 2_500],
  ['any text', anyText, 2_500],
])('both see the same statements in %s', (_, texts, numRuns) => {
  let taken = 0
  fc.assert(
    fc.property(texts, (text) => {
      const sql = readable(text)
      const statements = grammarStatements(sql)
      if (!statements) return
      taken++
      expect(lexerStatements(sql)).toEqual(statements)
    }),
    { numRuns },
  )
  expect(taken).toBeGreaterThan(numRuns / 50)
})
