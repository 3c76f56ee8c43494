import { expect, test } from 'vitest'
import { hasBody, readHeaders, triedUrl, TRY_METHODS } from './tried-request.js'

test('headers are read line by line', () => {
  expect(readHeaders('Content-Type: application/json\n\n X-Trace : a:b \nx-trace: c\r\nx-empty:')).toEqual({
    headers: { 'content-type': 'application/json', 'x-trace': 'c', 'x-empty': '' },
    problems: [],
  })
})

test.each([
  ['no colon', 'no-colon'],
  ['bad name: 1', 'name'],
  [': empty', 'name'],
  ['ä: 1', 'name'],
  ['Authorization: Bearer x', 'own'],
  ['APIKEY: x', 'own'],
  ['cookie: a=1', 'own'],
])('the line %j is not taken: %s', (written, reason) => {
  expect(readHeaders(`a: 1\n${written}`)).toEqual({ headers: { a: '1' }, problems: [{ line: 2, reason }] })
})

test('only GET and HEAD have no body', () => {
  expect(TRY_METHODS.filter((method) => !hasBody(method))).toEqual(['GET', 'HEAD'])
})

test.each([
  ['', 'http://api/hello'],
  ['  ', 'http://api/hello'],
  ['/a?b=1', 'http://api/hello/a?b=1'],
  ['?b=1', 'http://api/hello?b=1'],
  ['a/b', 'http://api/hello/a/b'],
])('the path %j is called at %s', (path, url) => {
  expect(triedUrl('http://api/hello', path)).toBe(url)
})
