import { expect, test } from 'vitest'
import { headersSet, statusSet, withHeaders } from './response-settings.js'

test.each([
  [null, undefined],
  ['', undefined],
  ['200', 200],
  ['599', 599],
])('the status %j is %j', (setting, status) => {
  expect(statusSet(setting)).toBe(status)
})

test.each(['199', '600', '999', '20', '2000', 'x', '2e2', '-200', '200.5'])(
  'the status %j is refused',
  (setting) => {
    expect(() => statusSet(setting)).toThrow(expect.objectContaining({ code: 'PGRST112' }) as Error)
  },
)

test.each([
  '{}',
  'null',
  '[1]',
  '[{}]',
  '[{"a":"b","c":"d"}]',
  '[{"a":1}]',
  '[{"a b":"c"}]',
  '[{"a":"b\\nc"}]',
  '[{"":"a"}]',
  'x',
])('the headers %s are refused', (setting) => {
  expect(() => headersSet(setting)).toThrow(expect.objectContaining({ code: 'PGRST111' }) as Error)
})

test('a header that was set takes the place of one of the same name, in any case', () => {
  expect(
    withHeaders(
      [
        ['Vary', 'a'],
        ['X', 'b'],
      ],
      headersSet('[{"vary":"c"},{"Set-Cookie":"d"},{"Set-Cookie":"e"}]'),
    ),
  ).toEqual([
    ['X', 'b'],
    ['vary', 'c'],
    ['Set-Cookie', 'd'],
    ['Set-Cookie', 'e'],
  ])
})
