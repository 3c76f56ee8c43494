import { expect, test } from 'vitest'
import { jsonOf } from './json-value.js'

test.each([
  ['12345678901234567890', 'int8', 'int8', '12345678901234567890'],
  ['-0.50', 'numeric', 'numeric', '-0.50'],
  ['NaN', 'float8', 'float8', '"NaN"'],
  ['-Infinity', 'float8', 'float8', '"-Infinity"'],
  ['1e+20', 'float8', 'float8', '1e+20'],
  ['t', 'bool', 'bool', 'true'],
  ['f', 'bool', 'bool', 'false'],
  ['{"a": 1}', 'jsonb', 'jsonb', '{"a": 1}'],
  ['2026-01-02 03:04:05.6', 'timestamp', 'timestamp', '"2026-01-02T03:04:05.6"'],
  ['2026-01-02 03:04:05+00', 'timestamptz', 'timestamptz', '"2026-01-02T03:04:05+00:00"'],
  ['2026-01-02 03:04:05+05:30', 'timestamptz', 'timestamptz', '"2026-01-02T03:04:05+05:30"'],
  ['infinity', 'timestamptz', 'timestamptz', '"infinity"'],
  ['a"b', 'text', 'text', '"a\\"b"'],
  ['7', 'positive', 'int4', '7'],
  ['{1,NULL,3}', '_int4', 'int4', '[1,null,3]'],
  ['{}', '_text', 'text', '[]'],
  ['{a,"b,c","NULL","q\\"\\\\"}', '_text', 'text', '["a","b,c","NULL","q\\"\\\\"]'],
  ['{{t,f},{f,t}}', '_bool', 'bool', '[[true,false],[false,true]]'],
  ['[0:1]={5,6}', '_int4', 'int4', '[5,6]'],
  ['{(1,1),(0,0);(2,2),(0,0)}', '_box', 'box', '["(1,1),(0,0)","(2,2),(0,0)"]'],
])('%s of type %s', (text, type, base, json) => {
  expect(jsonOf(text, { type, base })).toBe(json)
  expect(() => JSON.parse(json) as unknown).not.toThrow()
})

test('no value', () => {
  expect(jsonOf(null, { type: 'int4', base: 'int4' })).toBe('null')
})
