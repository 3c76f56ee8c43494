import { expect, test } from 'vitest'
import { Positions } from './positions.js'

test('bytes and characters become UTF-16 offsets', () => {
  const sql = 'aé€😀b'
  const positions = new Positions(sql)
  expect([0, 1, 3, 6, 10, 11, 99].map((byte) => positions.offsetOfByte(byte))).toEqual([0, 1, 2, 3, 5, 6, 6])
  expect([1, 2, 3, 4, 5, 6, 99].map((position) => positions.offsetOfCharacter(position))).toEqual([
    0, 1, 2, 3, 5, 6, 6,
  ])
  const ascii = new Positions('abc')
  expect([0, 1, 4, 9].map((position) => ascii.offsetOfCharacter(position))).toEqual([0, 0, 3, 3])
})

test('a range is the token at an offset or the next one', () => {
  const positions = new Positions('select /* x */ a')
  expect(positions.at(2)).toEqual({ start: 0, end: 6 })
  expect(positions.at(7)).toEqual({ start: 15, end: 16 })
  expect(positions.at(16)).toEqual({ start: 16, end: 16 })
})

test('a word is searched backwards up to a limit', () => {
  const positions = new Positions('delete a; update b')
  expect(positions.wordBefore(17, 0, ['update'])).toEqual({ start: 10, end: 16 })
  expect(positions.wordBefore(17, 10, ['delete'])).toBeUndefined()
  expect(positions.wordBefore(17, 0, ['insert'])).toBeUndefined()
})
