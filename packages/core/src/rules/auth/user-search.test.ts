import { expect, test } from 'vitest'
import { idRange, likeText } from './user-search.js'

test.each([
  ['', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  [' AB-1 ', 'ab100000-0000-0000-0000-000000000000', 'ab1fffff-ffff-ffff-ffff-ffffffffffff'],
  [
    '11111111-1111-4111-8111-111111111111',
    '11111111-1111-4111-8111-111111111111',
    '11111111-1111-4111-8111-111111111111',
  ],
])('ids that begin with %j', (typed, from, to) => {
  expect(idRange(typed)).toEqual({ from, to })
})

test.each(['xyz', '11111111-1111-4111-8111-1111111111111', "'"])('no id begins with %j', (typed) => {
  expect(idRange(typed)).toBeNull()
})

test('a text means itself within LIKE', () => {
  expect(likeText(' 50%_a\\b\0 ')).toBe('50\\%\\_a\\\\b')
})
