import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TEXT_QUESTIONS } from './text-questions.js'
import { askText, createTextThread } from './text-thread.js'

const long = (text: string) => text.repeat(Math.ceil(900_000 / text.length))

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

test.each(HOSTILE)('%s: others have their turn before the answer, which is the right one', async (_, sql) => {
  for (const question of QUESTIONS) {
    const order: string[] = []
    const asked = askText(question, sql).finally(() => order.push('answer'))
    for (let turn = 1; turn <= 3; turn++) {
      await nextTurn()
      order.push(`turn ${turn}`)
    }
    expect(await asked).toEqual(TEXT_QUESTIONS[question](sql))
    expect(order[0]).toBe('turn 1')
  }
})

test('a short text is answered without a thread', async () => {
  const order: string[] = []
  const asked = askText('controlsTransaction', 'commit').then((answer) => order.push(String(answer)))
  await Promise.all([asked, nextTurn().then(() => order.push('turn'))])
  expect(order).toEqual(['true', 'turn'])
})

test('a text that takes too long is refused with a sentence, and the next one is answered', async () => {
  const ask = createTextThread(0)
  await expect(ask('statements', long('select 1;'))).rejects.toMatchObject({
    report: { code: '54001', message: expect.stringContaining('too large or too deeply nested') },
  })
  await expect(ask('statements', long('select 1;'))).rejects.toMatchObject({ report: { code: '54001' } })
  expect(await ask('controlsTransaction', 'commit')).toBe(true)
})
