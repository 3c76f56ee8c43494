import { expect, test } from 'vitest'
import { createTurns } from './turns.js'

function held() {
  let end = (): void => {}
  const work = new Promise<void>((resolve) => (end = resolve))
  return { work: () => work, end }
}

test('some are done at once, some wait in order, and one more is refused', async () => {
  const take = createTurns(2, 2)
  const order: string[] = []
  const [one, other] = [held(), held()]
  const first = take(one.work)
  const second = take(other.work)
  const third = take(async () => void order.push('third'))
  const fourth = take(async () => void order.push('fourth'))
  await expect(take(async () => {})).rejects.toMatchObject({ code: 'over_request_rate_limit' })
  expect(order).toEqual([])
  one.end()
  await Promise.all([first, third, fourth])
  expect(order).toEqual(['third', 'fourth'])
  other.end()
  await second
})

test('work that fails gives its turn on', async () => {
  const take = createTurns(1, 1)
  await expect(take(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await take(async () => 'done')).toBe('done')
})
