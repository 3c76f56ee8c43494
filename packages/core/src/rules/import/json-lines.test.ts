import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formattedJson } from '../results/cell-view.js'
import { jsonLines, seenLines } from './json-lines.js'

const written = (json: string) =>
  jsonLines(json).map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map(({ text }) => text).join(''))

test('an object is laid out with its tokens, and knows where it ends', () => {
  const json = '{"a": 1.50, "b": [true, null, "x"], "c": {}, "d": []}'
  expect(written(json)).toEqual([
    '{',
    '  "a": 1.50,',
    '  "b": [',
    '    true,',
    '    null,',
    '    "x"',
    '  ],',
    '  "c": {},',
    '  "d": []',
    '}',
  ])
  const lines = jsonLines(json)
  expect(lines[0]).toMatchObject({ closedBy: 9, members: 4 })
  expect(lines[2]).toMatchObject({ closedBy: 6, members: 3 })
  expect(lines[7]).not.toHaveProperty('closedBy')
  const kinds = (line: number) => lines[line]?.tokens.map(({ kind }) => kind)
  expect(lines[0]?.tokens).toEqual([{ kind: 'sign', text: '{' }])
  expect(kinds(1)).toEqual(['key', 'sign', 'number', 'sign'])
  expect(kinds(3)).toEqual(['word', 'sign'])
  expect(lines[5]?.tokens).toEqual([{ kind: 'string', text: '"x"' }])
  expect(kinds(7)).toEqual(['key', 'sign', 'sign', 'sign', 'sign'])
  expect(kinds(9)).toEqual(['sign'])
})

test('a folded line hides what is inside, and its end', () => {
  const lines = jsonLines('{"a": [1, 2], "b": 3}')
  expect(seenLines(lines, new Set())).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(seenLines(lines, new Set([1]))).toEqual([0, 1, 5, 6])
  expect(seenLines(lines, new Set([0, 1]))).toEqual([0])
  expect(seenLines(lines, new Set([5]))).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('any JSON has the lines of its formatted text', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(written(json).join('\n')).toBe(formattedJson(json))
    }),
  )
})

test('no text is lost, however broken it is', () => {
  const bare = (text: string) => text.replace(/\s/g, '')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:" 1a\\') }), (text) => {
      expect(bare(written(text).join(''))).toBe(bare(text))
    }),
  )
})
