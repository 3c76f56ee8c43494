import { expect, test } from 'vitest'
import type { ControlDatabase } from './control-database.js'
import { remembering } from './remembering.js'

/** Gives the number of the question as its row; writes wait until they are let go. */
function counting() {
  let asked = 0
  const release: (() => void)[] = []
  const select = async <Row>() => [{ n: ++asked }] as Row[]
  const control: ControlDatabase = {
    select,
    selectOften: select,
    write: () => new Promise((resolve) => release.push(() => resolve({ ok: true, rows: [] }))),
    append: async () => ({ ok: true, rows: [] }),
    script: async () => undefined,
    close: async () => undefined,
  }
  return { control: remembering(control), release: () => release.shift()?.() }
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

test('an answer from before a write is not kept after it', async () => {
  const { control, release } = counting()
  const asking = control.selectOften('a')
  const writing = control.write([])
  release()
  await writing
  expect(await asking).toEqual([{ n: 1 }])
  expect(await control.selectOften('a')).toEqual([{ n: 2 }])
})

test('lines of the log let nothing be forgotten', async () => {
  const { control } = counting()
  await control.selectOften('a')
  await control.append([])
  expect(await control.selectOften('a')).toEqual([{ n: 1 }])
})
