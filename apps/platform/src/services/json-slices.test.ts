import { expect, test } from 'vitest'
import { JsonPieces, jsonSlices } from './json-slices.js'

const LONG = 'x"\n'.repeat(100_000)

test.each([
  ['nothing', null],
  ['a number', 1.5],
  ['a text', 'a"b'],
  ['an empty object', {}],
  ['an empty list', []],
  ['an object without its undefined members', { a: undefined, b: 1, c: undefined }],
  ['only undefined members', { a: undefined }],
  ['lists of lists', [[1, null, 'a'], [], [[true]]]],
  ['a list of objects', [{ a: [{ b: {} }] }, {}]],
  ['an undefined item', [1, undefined]],
  ['an undefined item of a long list', [LONG, undefined]],
  ['a long text', LONG],
  ['a row with long texts', [LONG, null, LONG]],
  ['characters of two halves at every offset', ['a', 'ab'].map((text) => text + '😀'.repeat(100_000))],
  ['half a character', `${'x'.repeat(16 * 1024 - 1)}\ud83d`],
  ['names that are those of an object', JSON.parse('{"__proto__":{"toString":1}}')],
])('the same text as JSON.stringify: %s', (_, value) => {
  expect([...jsonSlices(value)].join('')).toBe(JSON.stringify(value))
})

test('no slice of a large value is much larger than the parts', () => {
  const rows = Array.from({ length: 1000 }, () => ['a'.repeat(1000), 'b'.repeat(100_000)])
  const longest = Math.max(...[...jsonSlices({ results: [{ rows }] })].map(({ length }) => length))
  expect(longest).toBeLessThan(20_000)
})

test('what is JSON already is passed on as it is', () => {
  const rows = new JsonPieces([Buffer.from('[["a"]'), Buffer.from(']')])
  const slices = [...jsonSlices({ results: [{ rows }], more: 1 })]
  expect(slices.map(String).join('')).toBe('{"results":[{"rows":[["a"]]}],"more":1}')
})
