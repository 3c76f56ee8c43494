import { afterAll, beforeAll, expect, test } from 'vitest'
import { testControl, type TestControl } from './test-control.js'
import { ASKED_A_MINUTE, createAiBudget } from '../src/ai/ai-budget.js'

let control: TestControl
beforeAll(async () => {
  control = await testControl()
})
afterAll(() => control.remove())

function budget() {
  let at = Date.parse('2026-01-01T00:00:00Z')
  const now = () => new Date(at)
  const { spend } = createAiBudget(control, now)
  return {
    now,
    refused: (person: string) =>
      spend(person).then(
        () => null,
        (error: unknown) => error,
      ),
    advance: (ms: number) => void (at += ms),
  }
}

test('so many questions at once, then one in three seconds, each person for themselves', async () => {
  const { refused, advance } = budget()
  for (let asked = 0; asked < ASKED_A_MINUTE; asked += 1) expect(await refused('ada')).toBeNull()
  expect(await refused('ada')).toMatchObject({ code: 'ai_too_often', retryAfterSeconds: 3 })
  expect(await refused('bo')).toBeNull()
  advance(1_001)
  expect(await refused('ada')).toMatchObject({ retryAfterSeconds: 2 })
  advance(2_000)
  expect(await refused('ada')).toBeNull()
  expect(await refused('ada')).toMatchObject({ retryAfterSeconds: 3 })
})

test('who waits long has no more than a minute’s questions', async () => {
  const { refused, advance } = budget()
  expect(await refused('cy')).toBeNull()
  advance(3_600_000)
  for (let asked = 0; asked < ASKED_A_MINUTE; asked += 1) expect(await refused('cy')).toBeNull()
  expect(await refused('cy')).not.toBeNull()
})

test('another process, or the same one after a restart, knows what was asked', async () => {
  const { refused, now } = budget()
  for (let asked = 0; asked < ASKED_A_MINUTE; asked += 1) expect(await refused('di')).toBeNull()
  await expect(createAiBudget(control, now).spend('di')).rejects.toMatchObject({ code: 'ai_too_often' })
})
