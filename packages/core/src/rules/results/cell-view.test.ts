import { expect, test } from 'vitest'
import { formattedJson, FORMATTED_LENGTH, SHOWN_LENGTH, shownValue } from './cell-view.js'

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
  // Broken, and no text is lost.
  ['[1,]', '[\n  1,\n  \n]'],
  ['{\n "a" : 1 }', '{\n  "a": 1\n}'],
])('%j is laid out without a change of its values', (json, laidOut) => {
  expect(formattedJson(json)).toBe(laidOut)
})

const whole = { isCut: false, showsAll: false }

test.each([
  [null, 'text', { kind: 'null', text: '', isPart: false, views: ['view'] }],
  [
    '{"a":1}',
    'jsonb',
    {
      kind: 'json',
      text: '{\n  "a": 1\n}',
      isPart: false,
      views: ['view'],
      length: { count: 7, unit: 'characters' },
    },
  ],
  [
    '# ä😀',
    'text',
    {
      kind: 'text',
      text: '# ä😀',
      isPart: false,
      views: ['view', 'markdown'],
      length: { count: 4, unit: 'characters' },
    },
  ],
  [
    '',
    'varchar',
    {
      kind: 'text',
      text: '',
      isPart: false,
      views: ['view', 'markdown'],
      length: { count: 0, unit: 'characters' },
    },
  ],
  ['1', 'int4', { kind: 'text', text: '1', isPart: false, views: ['view'] }],
  [
    '\\x48',
    'text',
    {
      kind: 'text',
      text: '\\x48',
      isPart: false,
      views: ['view', 'markdown'],
      length: { count: 4, unit: 'characters' },
    },
  ],
  ['Hi', 'bytea', { kind: 'text', text: 'Hi', isPart: false, views: ['view'] }],
] as const)('%j of the type %s', (cell, type, shown) => {
  expect(shownValue(cell, { type, ...whole })).toEqual(shown)
})

test('bytes are lines of an offset, hexadecimal digits, and the ASCII among them', () => {
  expect(shownValue('\\x48656c6c6f00ff7e2041', { type: 'bytea', ...whole })).toEqual({
    kind: 'bytes',
    text: '00000000  48 65 6c 6c 6f 00 ff 7e  Hello..~\n00000008  20 41                     A',
    isPart: false,
    views: ['view'],
    length: { count: 10, unit: 'bytes' },
  })
  expect(shownValue('\\x7f', { type: 'bytea', ...whole }).text.endsWith('  .')).toBe(true)
  expect(shownValue('\\x', { type: 'bytea', ...whole })).toMatchObject({ text: '', length: { count: 0 } })
})

test('of many bytes the first are shown until all are asked for', () => {
  expect(shownValue(`\\x${'ab'.repeat(16_384)}`, { type: 'bytea', ...whole }).isPart).toBe(false)
  const cell = `\\x${'ab'.repeat(16_385)}`
  const first = shownValue(cell, { type: 'bytea', ...whole })
  expect(first).toMatchObject({ isPart: true, length: { count: 16_385 } })
  expect(first.text.split('\n')).toHaveLength(2048)
  const all = shownValue(cell, { type: 'bytea', isCut: false, showsAll: true })
  expect(all.isPart).toBe(false)
  expect(all.text.split('\n')).toHaveLength(2049)
})

test('of a long text the beginning is shown until all is asked for, and no character is broken', () => {
  const exact = 'x'.repeat(SHOWN_LENGTH)
  expect(shownValue(exact, { type: 'text', ...whole })).toMatchObject({ isPart: false, text: exact })
  const long = `${'x'.repeat(SHOWN_LENGTH - 1)}😀`
  expect(shownValue(long, { type: 'text', ...whole })).toMatchObject({
    isPart: true,
    text: 'x'.repeat(SHOWN_LENGTH - 1),
    length: { count: SHOWN_LENGTH, unit: 'characters' },
  })
  expect(shownValue(long, { type: 'text', isCut: false, showsAll: true })).toMatchObject({
    isPart: false,
    text: long,
  })
  const early = `😀${exact}`
  expect(shownValue(early, { type: 'text', ...whole }).text).toBe(early.slice(0, SHOWN_LENGTH))
})

test('long JSON folds when all of it shows', () => {
  const json = `["${'x'.repeat(SHOWN_LENGTH)}"]`
  expect(shownValue(json, { type: 'json', ...whole })).toMatchObject({ kind: 'text', isPart: true })
  expect(shownValue(json, { type: 'json', isCut: false, showsAll: true })).toMatchObject({ kind: 'json' })
})

test('a JSON that is cut, or too long, is shown unchanged, and a cut value has no length', () => {
  expect(shownValue('{"a":[1', { type: 'json', isCut: true, showsAll: false })).toEqual({
    kind: 'text',
    text: '{"a":[1',
    isPart: false,
    views: ['view'],
  })
  const longest = `["${'x'.repeat(FORMATTED_LENGTH - 4)}"]`
  expect(shownValue(longest, { type: 'json', isCut: false, showsAll: true }).kind).toBe('json')
  const long = `["${'x'.repeat(FORMATTED_LENGTH)}"]`
  expect(shownValue(long, { type: 'json', isCut: false, showsAll: true })).toMatchObject({
    kind: 'text',
    text: long,
  })
  expect(shownValue('\\x48', { type: 'bytea', isCut: true, showsAll: false }).length).toBeUndefined()
})
