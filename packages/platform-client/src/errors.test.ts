import { FetchError } from 'ofetch'
import { expect, test } from 'vitest'
import { PlatformError, toPlatformError } from './errors.js'

test.each<[string, unknown, string, string]>([
  [
    'a call that was not answered',
    new FetchError('fetch failed'),
    'network',
    'The platform can’t be reached',
  ],
  ['a connection of Node', new TypeError('fetch failed'), 'network', 'The platform can’t be reached'],
  ['a connection of Chrome', new TypeError('Failed to fetch'), 'network', 'The platform can’t be reached'],
  [
    'a connection of Firefox',
    new TypeError('NetworkError when attempting to fetch resource.'),
    'network',
    'The platform can’t be reached',
  ],
  ['a connection of Safari', new TypeError('Load failed'), 'network', 'The platform can’t be reached'],
  ['a body that breaks off', new TypeError('terminated'), 'network', 'The platform can’t be reached'],
  [
    'a refused connection',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    'network',
    'The platform can’t be reached',
  ],
  [
    'a reason that was found',
    new Error('The folder is being moved'),
    'unexpected',
    'The folder is being moved',
  ],
  [
    'a fault in a program',
    new TypeError('Cannot read properties of undefined'),
    'unexpected',
    'Cannot read properties of undefined',
  ],
  ['a thrown text', 'what', 'unexpected', 'An unknown error occurred'],
  ['an empty sentence', new Error(' '), 'unexpected', 'An unknown error occurred'],
  [
    'an end by the caller',
    Object.assign(new Error('x'), { name: 'AbortError' }),
    'aborted',
    'The call was aborted',
  ],
])('%s', (_, thrown, kind, message) => {
  expect(toPlatformError(thrown)).toMatchObject({ kind, message })
})

test('an error of the client stays as it is', () => {
  const error = new PlatformError('http', 'Not found', { status: 404 })
  expect(toPlatformError(error)).toBe(error)
})
