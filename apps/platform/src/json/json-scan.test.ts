import { expect, test } from 'vitest'
import { createJsonScan, type JsonBounds } from './json-scan.js'

const BOUNDS: JsonBounds = { depth: 3, members: 5, keys: 3, sql: { each: 8, all: 12 } }

/** @param size of the pieces in which it arrives */
function scan(text: string, size: number, bounds = BOUNDS) {
  const bytes = new TextEncoder().encode(text)
  const scanning = createJsonScan(bounds)
  for (let at = 0; at < bytes.length; at += size) {
    const fault = scanning.add(bytes.subarray(at, at + size))
    if (fault) return fault
  }
  return undefined
}

test.each([
  ['{}', undefined],
  ['"a"', undefined],
  ['[[[]]]', undefined],
  ['[[[[]]]]', 'too-deep'],
  ['{"a":{"b":{"c":1}}}', undefined],
  ['{"a":{"b":{"c":{}}}}', 'too-deep'],
  ['[{"a":[[]]}]', 'too-deep'],
  ['[[],[],[]', 'too-wide'],
  ['[1,2,3,4,5]', undefined],
  ['[1,2,3,4,5,6]', 'too-wide'],
  ['{"a":1,"b":2,"c":3}', undefined],
  ['{"a":1,"b":2,"c":3,"d":4}', 'too-wide'],
  ['[{"a":1,"b":2},{"a":1}]', undefined],
  ['{"a":1,"b":{"x":1,"y":2},"c":3}', undefined],
  ['["[[[[", "{,,,,,,::::"]', undefined],
  [String.raw`["\"[[[[", "\\"]`, undefined],
  [String.raw`["\\",[[[`, 'too-deep'],
  [String.raw`["\u0022[[[[[,,,,,,"]`, undefined],
  ['{"query":"12345678"}', undefined],
  ['{"query":"123456789"}', 'too-much-sql'],
  ['{"query" :\n"123456789"}', 'too-much-sql'],
  [String.raw`{"\u0071uery":"123456789"}`, 'too-much-sql'],
  [String.raw`{"\u0071\u0075\u0065\u0072\u0079":"123456789"}`, 'too-much-sql'],
  [String.raw`{"query":"\n\n\n\n\n\n\n\n"}`, undefined],
  [String.raw`{"query":"\u0041\u0041\u0041\u0041\u0041\u0041\u0041\u0041"}`, undefined],
  [String.raw`{"query":"\u0041\u0041\u0041\u0041\u0041\u0041\u0041\u0041\u0041"}`, 'too-much-sql'],
  ['{"query":"ééééx"}', 'too-much-sql'],
  ['{"query":"short","query":"123456789"}', 'too-much-sql'],
  ['[{"query":"123456"},{"query":"123456"}]', undefined],
  ['[{"query":"123456"},{"query":"1234567"}]', 'too-much-sql'],
  ['{"value":"123456789012345"}', undefined],
  ['{"queries":"123456789"}', undefined],
  ['{"a":"query","b":"123456789"}', undefined],
  ['["query","123456789"]', undefined],
  ['{"a":["123456789"]}', undefined],
  [']]]][[[[', 'too-deep'],
  ['\ufeff{"a":[[[', 'too-deep'],
  [',,,,,,', 'too-wide'],
  ['::::', 'too-wide'],
])('%s: %s, in pieces of any size', (text, fault) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(scan(text, size), `pieces of ${size}`).toBe(fault)
})

test('without a bound of SQL its length does not count', () => {
  const { depth, members, keys } = BOUNDS
  expect(scan('{"query":"123456789012345"}', 4, { depth, members, keys })).toBeUndefined()
})
