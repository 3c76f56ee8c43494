import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { createDebounceEach } from './debounce-each.js'

function setUp() {
  const clock = createFakeClock()
  const done: string[] = []
  return { clock, done, each: createDebounceEach(clock, 1000, (key) => void done.push(key)) }
}

test('it is done once it was left alone for the time, and not a millisecond before', () => {
  const { clock, done, each } = setUp()
  each.touch('a')
  clock.advance(999)
  expect(done).toEqual([])
  clock.advance(1)
  expect(done).toEqual(['a'])
  clock.advance(5000)
  expect(done).toEqual(['a'])
})

test('every change restarts its own timer only', () => {
  const { clock, done, each } = setUp()
  each.touch('a')
  each.touch('b')
  clock.advance(600)
  each.touch('a')
  clock.advance(400)
  expect(done).toEqual(['b'])
  clock.advance(600)
  expect(done).toEqual(['b', 'a'])
})

test('what is flushed is done at once and once; what is not waiting is not done', () => {
  const { clock, done, each } = setUp()
  each.touch('a')
  each.flush('a')
  expect(done).toEqual(['a'])
  each.flush('b')
  clock.advance(5000)
  expect(done).toEqual(['a'])
})

test('what is cancelled or ended is never done', () => {
  const { clock, done, each } = setUp()
  each.touch('a')
  each.touch('b')
  each.cancel('a')
  clock.advance(999)
  each.touch('b')
  clock.advance(1)
  expect(done).toEqual([])
  each.dispose()
  clock.advance(5000)
  expect(done).toEqual([])
})
