import { expect, test } from 'vitest'
import { formattedJson, FORMATTED_LENGTH, shownValue } from './cell-view.js'

test.each([
  ['{}', '{}'],
  ['[]', '[]'],
  ['{"a":{},"b":[]}', '{\n  "a": {},\n  "b": []\n}'],
  [
    '{"big":12345678901234567890,"small":0.10,"a":[1,2]}',
    '{\n  "big": 12345678901234567890,\n  "small": 0.10,\n  "a": [\n    1,\n    2\n  ]\n}',
  ],
  ['{"text":"a, b: {c} \\" \\\\"}', '{\n  "text": "a, b: {c} \\" \\\\"\n}'],
  ['"alone"', '"alone"'],
  ['{\n "a" : 1 }', '{\n  "a": 1\n}'],
])('%j is laid out without a change of its values', (json, laidOut) => {
  expect(formattedJson(json)).toBe(laidOut)
})

test.each([
  [null, 'text', { kind: 'null', text: '', views: ['view'] }],
  ['{"a":1}', 'jsonb', { kind: 'json', text: '{\n  "a": 1\n}', views: ['view'] }],
  ['# a', 'text', { kind: 'text', text: '# a', views: ['view', 'markdown'] }],
  ['# a', 'varchar', { kind: 'text', text: '# a', views: ['view', 'markdown'] }],
  ['1', 'int4', { kind: 'text', text: '1', views: ['view'] }],
] as const)('%j of the type %s', (cell, type, shown) => {
  expect(shownValue(cell, type, false)).toEqual(shown)
})

test('a JSON that is cut, or too long, is shown unchanged', () => {
  expect(shownValue('{"a":[1', 'json', true).text).toBe('{"a":[1')
  const long = `["${'x'.repeat(FORMATTED_LENGTH)}"]`
  expect(shownValue(long, 'json', false).text).toBe(long)
})
