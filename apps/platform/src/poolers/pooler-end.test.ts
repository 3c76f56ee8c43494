import { expect, test } from 'vitest'
import { lastLine, shortLivesBefore, STEADY_MS } from './pooler-end.js'

test.each([
  [3, STEADY_MS - 1, 3],
  [3, STEADY_MS, 0],
  [0, 0, 0],
])('%i short lives before one of %i ms count as %i', (count, livedMs, expected) => {
  expect(shortLivesBefore(count, livedMs)).toBe(expected)
})

test.each([
  ['', ''],
  ['\n', ''],
  [
    '2026-11-25 19:47:15.740 UTC [1461] FATAL PgBouncer should not run as root\n',
    'PgBouncer should not run as root',
  ],
  [
    '2026-11-25 19:47:15.710 UTC [1459] LOG one\n2026-11-25 19:47:15.710 UTC [1459] FATAL cannot open /data/poolers/abc/hba.conf\n',
    'cannot open a path of the server',
  ],
  [
    '/usr/sbin/pgbouncer: error while loading shared libraries',
    'a path of the server: error while loading shared libraries',
  ],
])('of %j the last line is told without what only the log needs', (said, expected) => {
  expect(lastLine(said)).toBe(expected)
})
