import { expect, test } from 'vitest'
import { createLazyServices } from './lazy-services.js'

function setUp() {
  const log: string[] = []
  const parts = createLazyServices(() => ({ word: 'given' }))
  const make = ({ word }: { word: string }) => {
    log.push(`made of ${word}`)
    return { forget: () => void log.push('forgotten'), dispose: () => void log.push('ended') }
  }
  return { log, parts, make }
}

test('a part is made when it is first asked for, and once', () => {
  const { log, parts, make } = setUp()
  parts.forget()
  expect(log).toEqual([])
  expect(parts.of(make)).toBe(parts.of(make))
  expect(log).toEqual(['made of given'])
})

test('it forgets and ends with the deck', () => {
  const { log, parts, make } = setUp()
  parts.of(make)
  parts.forget()
  parts.dispose()
  parts.dispose()
  expect(log).toEqual(['made of given', 'forgotten', 'ended'])
})
