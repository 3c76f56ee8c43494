/** Everyday selects that PostgreSQL takes and that run without a question. */
import { expect, test } from 'vitest'
import { confirmationFor } from '../src/index.js'
import { judge, needsConfirmationByGrammar } from '../src/grammar/index.js'
import { splitStatements } from '../src/statements.js'
import { CORPUS_FILES } from './corpus.js'

const [unasked] = CORPUS_FILES.filter(({ name }) => name === 'unasked.sql')

test.each(splitStatements(unasked?.sql ?? '').map(({ text }) => text))('%s', async (sql) => {
  expect(confirmationFor(sql)).toEqual({ type: 'none' })
  const judgement = await judge(sql)
  expect(judgement.type).toBe('judged')
  expect(needsConfirmationByGrammar(judgement)).toBe(false)
})

test('there are enough of them, and they run as one text', () => {
  expect(splitStatements(unasked?.sql ?? '').length).toBeGreaterThan(30)
  expect(confirmationFor(unasked?.sql ?? '')).toEqual({ type: 'none' })
})
