import { expect, test } from 'vitest'
import { mergedMetadata } from './metadata.js'

test('members are added and replaced; null removes one', () => {
  expect(mergedMetadata({ a: 1, b: 2 }, { b: 3, c: { d: null } })).toEqual({ a: 1, b: 3, c: { d: null } })
  expect(mergedMetadata({ a: 1 }, { a: null })).toEqual({})
})

test('what no token could carry is refused, counted in bytes', () => {
  expect(() => mergedMetadata({}, { x: 'y'.repeat(8184) })).not.toThrow()
  expect(() => mergedMetadata({}, { x: 'y'.repeat(8185) })).toThrow('8192 bytes')
  expect(() => mergedMetadata({}, { x: 'é'.repeat(4100) })).toThrow('8192 bytes')
  expect(() => mergedMetadata({ a: 'y'.repeat(5000) }, { b: 'y'.repeat(5000) })).toThrow('8192 bytes')
})
