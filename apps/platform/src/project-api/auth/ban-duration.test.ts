import { expect, test } from 'vitest'
import { banDuration } from './ban-duration.js'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['none', 'none'],
  ['24h', 86_400],
  ['1h30m', 5400],
  ['1.5h', 5400],
  ['90s', 90],
  ['500ms', 0.5],
] as const)('%s is %s', (text, seconds) => expect(banDuration(text)).toBe(seconds))

test.each(['24', 'h', '-1h', '1d', '1h ', '1e9h', '99999999999999h', "1h'; drop table x"])(
  '%j is refused',
  (text) => expect(() => banDuration(text)).toThrow('invalid format for ban duration'),
)
