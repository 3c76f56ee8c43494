import { expect, test } from 'vitest'
import { withoutPaths } from './without-paths.js'

test.each([
  [
    '/var/lib/basedeck/projects/x can’t be deleted (EACCES).',
    'a path of the server can’t be deleted (EACCES).',
  ],
  [
    'The user postgres may not enter /root: choose another.',
    'The user postgres may not enter a path of the server: choose another.',
  ],
  [
    'PostgreSQL did not start: data directory "/srv/pg data" is wrong',
    'PostgreSQL did not start: data directory "a path of the server data" is wrong',
  ],
  ['It is in (/srv/pg).', 'It is in (a path of the server).'],
])('%s', (sentence, expected) => {
  expect(withoutPaths(sentence)).toBe(expected)
})

test.each([
  'No database answers at 127.0.0.1:5432: connection refused.',
  'it should read postgresql://user:password@host:5432/database, with special characters',
  'See https://example.com/help/1.',
  'and/or 1/2 text/plain',
])('no path is found in: %s', (sentence) => {
  expect(withoutPaths(sentence)).toBe(sentence)
})
