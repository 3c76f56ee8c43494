import { expect, test } from 'vitest'
import { followRealtime, type RealtimeFigures } from './realtime-figures.js'

function follow() {
  const told: RealtimeFigures[] = []
  let now = 100_000
  const followed = followRealtime(
    (figures) => told.push(figures),
    () => now,
  )
  return { told, followed, advance: (ms: number) => void (now += ms) }
}
const SOME = { connections: 2, channels: 1 }

test('messages are told once, and what does not change once a minute', () => {
  const { told, followed, advance } = follow()
  followed.onMessage('shop')
  followed.onMessage('shop')
  followed.look('shop', SOME)
  followed.look('shop', SOME)
  expect(told).toEqual([{ ref: 'shop', ...SOME, messages: 2 }])
  advance(60_000)
  followed.look('shop', SOME)
  expect(told.at(-1)).toEqual({ ref: 'shop', ...SOME, messages: 0 })
  followed.onMessage('shop')
  followed.look('shop', SOME)
  expect(told).toHaveLength(3)
  expect(followed.messagesOf('shop')).toBe(3)
})

test('another number of channels is told at once, and the end too', () => {
  const { told, followed } = follow()
  followed.look('shop', SOME)
  followed.look('shop', { ...SOME, channels: 5 })
  followed.look('shop', { connections: 0, channels: 0 }, true)
  expect(told.map(({ channels }) => channels)).toEqual([1, 5, 0])
  expect(followed.messagesOf('blog')).toBeUndefined()
})
