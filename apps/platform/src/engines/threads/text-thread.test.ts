import { expect, test, vi } from 'vitest'
import { TEXT_QUESTIONS } from './text-questions.js'
import { askText, createTextThread } from './text-thread.js'

const long = (text: string) => text.repeat(Math.ceil(300_000 / text.length))

const HOSTILE: [name: string, sql: string][] = [
  ['nested comments', long('/*')],
  ['opening brackets', long('(')],
  ['quotes', long("'")],
  ['dollar quotes', long('$a$ $b$ ')],
  ['many statements', long('select 1;')],
  ['semicolons', long(';')],
  ['operators', long('+-')],
  ['CASE', long('case ')],
  ['bodies of functions', long('create function begin atomic ')],
]

const QUESTIONS = ['mayWrite', 'controlsTransaction', 'statements', 'wholeExport'] as const

test.each(HOSTILE)('%s: looked through in the other thread, with the right answer', async (_, sql) => {
  for (const question of QUESTIONS) {
    const expected = TEXT_QUESTIONS[question](sql)
    const here = vi.spyOn(TEXT_QUESTIONS, question)
    expect(await askText(question, sql)).toEqual(expected)
    expect(here).not.toHaveBeenCalled()
    here.mockRestore()
  }
})

test('a short text is answered without a thread', async () => {
  const here = vi.spyOn(TEXT_QUESTIONS, 'controlsTransaction')
  expect(await askText('controlsTransaction', 'commit')).toBe(true)
  expect(here).toHaveBeenCalledOnce()
  here.mockRestore()
})

test('a text that takes too long is refused with a sentence, and the next one is answered', async () => {
  const ask = createTextThread(0)
  await expect(ask('statements', long('select 1;'))).rejects.toMatchObject({
    report: { code: '54001', message: expect.stringContaining('too large or too deeply nested') },
  })
  await expect(ask('statements', long('select 1;'))).rejects.toMatchObject({ report: { code: '54001' } })
  expect(await ask('controlsTransaction', 'commit')).toBe(true)
})
