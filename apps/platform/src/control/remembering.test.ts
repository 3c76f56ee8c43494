import { expect, test, vi } from 'vitest'
import type { ControlDatabase } from './control-database.js'
import { remembering } from './remembering.js'

/** Gives the number of the question as its row; writes wait until they are let go, and so do held questions. */
function counting() {
  let asked = 0
  const release: (() => void)[] = []
  let held: Promise<void> | undefined
  const select = async <Row>() => {
    const rows = [{ n: ++asked }] as Row[]
    await held
    return rows
  }
  const control: ControlDatabase = {
    select,
    selectOften: select,
    write: () => new Promise((resolve) => release.push(() => resolve({ ok: true, rows: [] }))),
    append: async () => ({ ok: true, rows: [] }),
    script: async () => undefined,
    close: async () => undefined,
  }
  return {
    control: remembering(control),
    release: () => release.shift()?.(),
    /** The answers of what is asked from now on come when the returned function is called. */
    hold() {
      let answer = () => {}
      held = new Promise((resolve) => {
        answer = resolve
      })
      return () => {
        held = undefined
        answer()
      }
    },
  }
}

test('the same question is asked once', async () => {
  const { control } = counting()
  expect(await control.selectOften('a', [1])).toEqual([{ n: 1 }])
  expect(await control.selectOften('a', [1])).toEqual([{ n: 1 }])
  expect(await control.selectOften('a', [2])).toEqual([{ n: 2 }])
  expect(await control.select('a', [1])).toEqual([{ n: 3 }])
})

test('a write is seen by the next question, whatever was under way', async () => {
  const { control, release } = counting()
  await control.selectOften('a')
  const writing = control.write([])
  expect(await control.selectOften('a')).toEqual([{ n: 2 }])
  release()
  await writing
  expect(await control.selectOften('a')).toEqual([{ n: 3 }])
})

test('an answer from before a write is not kept, though it comes after it', async () => {
  const { control, release, hold } = counting()
  const answer = hold()
  const asking = control.selectOften('a')
  const writing = control.write([])
  release()
  await writing
  answer()
  expect(await asking).toEqual([{ n: 1 }])
  expect(await control.selectOften('a')).toEqual([{ n: 2 }])
})

test('log entries keep the cache', async () => {
  const { control } = counting()
  await control.selectOften('a')
  await control.append([])
  expect(await control.selectOften('a')).toEqual([{ n: 1 }])
})

test('a question without parameters is asked without any', async () => {
  const asked: unknown[][] = []
  const control = remembering({
    ...counting().control,
    select: async (...question) => {
      asked.push(question)
      return []
    },
  })
  await control.selectOften('a')
  expect(asked).toEqual([['a', []]])
})

test('a script is seen by the next question', async () => {
  const { control } = counting()
  await control.selectOften('a')
  await control.script('drop table a')
  expect(await control.selectOften('a')).toEqual([{ n: 2 }])
})

test('what depends on the time is asked again after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { control } = counting()
  await control.selectOften('a')
  vi.advanceTimersByTime(4999)
  expect(await control.selectOften('a')).toEqual([{ n: 1 }])
  vi.advanceTimersByTime(1)
  expect(await control.selectOften('a')).toEqual([{ n: 2 }])
})

test('two thousand answers are kept; one more drops them all', async () => {
  const { control } = counting()
  for (let question = 1; question <= 2000; question++) await control.selectOften('a', [question])
  expect(await control.selectOften('a', [1])).toEqual([{ n: 1 }])
  expect(await control.selectOften('a', [2000])).toEqual([{ n: 2000 }])
  await control.selectOften('a', [2001])
  expect(await control.selectOften('a', [1])).toEqual([{ n: 2002 }])
})
