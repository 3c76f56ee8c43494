/** What is asked about the values of a form: once each, and an answer counts for the value that was asked about. */
import { expect, test } from 'vitest'
import { createFormChecks } from './form-checks.js'

/** Checks of two fields, each of whose questions waits for its answer; `note` has no check. */
function setUp() {
  const asked: {
    value: string
    signal: AbortSignal
    answer: (problem: string | null) => void
    fail: () => void
  }[] = []
  const check = (value: string, signal: AbortSignal) =>
    new Promise<string | null>((answer, reject) =>
      asked.push({ value, signal, answer, fail: () => reject(new Error('away')) }),
    )
  const checks = createFormChecks<{ name: string; email: string; note: string }>({
    name: check,
    email: check,
  })
  const problems = () => checks.$problems.get()
  const checking = () => [...checks.$checking.get()]
  return { checks, asked, problems, checking }
}

test('fields are asked about side by side, and each has its own answer', async () => {
  const { checks, asked, problems, checking } = setUp()
  expect(checks.fields).toEqual(['name', 'email'])
  const answers = [checks.ask('name', 'a'), checks.ask('email', 'b')]
  expect(checking()).toEqual(['name', 'email'])
  asked[0]?.answer('Taken')
  await answers[0]
  expect(checking()).toEqual(['email'])
  asked[1]?.answer('Unknown')
  await answers[1]
  expect([checking(), problems()]).toEqual([[], { name: 'Taken', email: 'Unknown' }])
  checks.changed('name')
  expect(problems()).toEqual({ email: 'Unknown' })
})

test('a field without a check is not asked about', async () => {
  const { checks, checking } = setUp()
  const answer = checks.ask('note', 'x')
  expect(checking()).toEqual([])
  await answer
})

test('a value is asked about once, and another value ends the question before', async () => {
  const { checks, asked, problems } = setUp()
  const first = checks.ask('name', 'a')
  expect(checks.ask('name', 'a')).toBe(first)
  const second = checks.ask('name', 'b')
  expect(asked.map(({ value, signal }) => [value, signal.aborted])).toEqual([
    ['a', true],
    ['b', false],
  ])
  asked[1]?.answer('Taken')
  await second
  asked[0]?.answer(null)
  await first
  expect(problems()).toEqual({ name: 'Taken' })
})

test('while the second question is open, the end of the first changes nothing', async () => {
  const { checks, asked, problems, checking } = setUp()
  const first = checks.ask('name', 'a')
  const second = checks.ask('name', 'b')
  asked[0]?.fail()
  await first
  expect([problems(), checking()]).toEqual([{}, ['name']])
  expect(checks.ask('name', 'b')).toBe(second)
  expect(asked).toHaveLength(2)
})

test.each(['answer', 'fail'] as const)(
  'an %s to a value that was changed since says nothing',
  async (how) => {
    const { checks, asked, problems, checking } = setUp()
    const answer = checks.ask('name', 'a')
    checks.changed('name')
    expect(checking()).toEqual([])
    asked[0]?.[how]('Taken')
    await expect(answer).resolves.toBeUndefined()
    expect([problems(), checking()]).toEqual([{}, []])
  },
)

test('what could not be asked is asked again at the next occasion', async () => {
  const { checks, asked, problems, checking } = setUp()
  const first = checks.ask('name', 'a')
  asked[0]?.fail()
  await first
  expect(checking()).toEqual([])
  const second = checks.ask('name', 'a')
  asked[1]?.answer('Taken')
  await second
  expect(problems()).toEqual({ name: 'Taken' })
})
