import { expect, test } from 'vitest'
import { isCommonPassword, isInRange, leakQuestion } from './leaked-passwords.js'

test.each([
  ['password', true],
  ['Password', true],
  ['QWERTYUIOP', true],
  ['123456', true],
  ['correct horse 1', false],
  ['', false],
])('%s is common: %s', (password, isCommon) => expect(isCommonPassword(password)).toBe(isCommon))

test('a service is told five digits of the hash, and its answer is searched for the others', () => {
  const { prefix, suffix } = leakQuestion('password')
  expect([prefix, suffix]).toEqual(['5BAA6', '1E4C9B93F3F0682250B6CF8331B7EE68FD8'])
  expect(isInRange(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${suffix.toLowerCase()}:37`, suffix)).toBe(true)
  expect(isInRange(`${suffix}:0`, suffix)).toBe(false)
  expect(isInRange('', suffix)).toBe(false)
  expect(isInRange(`${suffix.slice(1)}:5`, suffix)).toBe(false)
})
