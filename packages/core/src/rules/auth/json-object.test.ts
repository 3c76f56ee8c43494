import { expect, test } from 'vitest'
import { isJsonObject } from './json-object.js'

test.each([
  ['{}', true],
  ['{"a": [1]}', true],
  ['[]', false],
  ['null', false],
  ['1', false],
  ['{a: 1}', false],
  ['', false],
])('%j: %s', (typed, is) => {
  expect(isJsonObject(typed)).toBe(is)
})
