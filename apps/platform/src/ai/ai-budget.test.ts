import { expect, test } from 'vitest'
import { ASKED_A_MINUTE, createAiBudget } from './ai-budget.js'

function budget() {
  let at = 0
  const { spend } = createAiBudget(() => new Date(at))
  const refused = (person = 'ada') => {
    try {
      spend(person)
      return null
    } catch (error) {
      return error
    }
  }
  return { refused, advance: (ms: number) => void (at += ms) }
}

test('so many questions at once, then one in three seconds, each person for themselves', () => {
  const { refused, advance } = budget()
  for (let asked = 0; asked < ASKED_A_MINUTE; asked += 1) expect(refused()).toBeNull()
  expect(refused()).toMatchObject({ code: 'ai_too_often', retryAfterSeconds: 3 })
  expect(refused('bo')).toBeNull()
  advance(1_001)
  expect(refused()).toMatchObject({ retryAfterSeconds: 2 })
  advance(2_000)
  expect(refused()).toBeNull()
  expect(refused()).toMatchObject({ retryAfterSeconds: 3 })
})

test('who waits long has no more than a minute’s questions', () => {
  const { refused, advance } = budget()
  expect(refused()).toBeNull()
  advance(3_600_000)
  for (let asked = 0; asked < ASKED_A_MINUTE; asked += 1) expect(refused()).toBeNull()
  expect(refused()).not.toBeNull()
})
