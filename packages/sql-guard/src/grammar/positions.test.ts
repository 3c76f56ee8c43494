import { expect, test } from 'vitest'
import { Places } from './places.js'

test('bytes and characters become UTF-16 offsets', () => {
  const sql = 'aé€😀b'
  const places = new Places(sql)
  expect([0, 1, 3, 6, 10, 11, 99].map((byte) => places.offsetOfByte(byte))).toEqual([0, 1, 2, 3, 5, 6, 6])
  expect([1, 2, 3, 4, 5, 6, 99].map((position) => places.offsetOfCharacter(position))).toEqual([
    0, 1, 2, 3, 5, 6, 6,
  ])
  const ascii = new Places('abc')
  expect([0, 1, 4, 9].map((position) => ascii.offsetOfCharacter(position))).toEqual([0, 0, 3, 3])
})

test('a place is the token at an offset or the next one', () => {
  const places = new Places('select /* x */ a')
  expect(places.at(2)).toEqual({ start: 0, end: 6 })
  expect(places.at(7)).toEqual({ start: 15, end: 16 })
  expect(places.at(16)).toEqual({ start: 16, end: 16 })
})

test('a word is searched backwards up to a limit', () => {
  const places = new Places('delete a; update b')
  expect(places.wordBefore(17, 0, ['update'])).toEqual({ start: 10, end: 16 })
  expect(places.wordBefore(17, 10, ['delete'])).toBeUndefined()
  expect(places.wordBefore(17, 0, ['insert'])).toBeUndefined()
})
