import { expect, test } from 'vitest'
import { DatabaseError, EngineError, type EngineErrorCode } from '../engines/engine.js'
import { SecretError } from '../secrets/secret-error.js'
import { unhealthyReasonAtOpening, unhealthyReasonInUse } from './unhealthy-reason.js'

test.each<[EngineErrorCode, atOpening: boolean, inUse: boolean]>([
  ['unreachable', true, true],
  ['authentication', true, true],
  ['untrusted', true, true],
  ['no-tls', true, true],
  ['blocked', true, true],
  ['unavailable', true, false],
  ['directory', true, false],
  ['locked', true, false],
  ['version', true, false],
  ['unsupported', true, false],
  ['busy', false, false],
  ['closed', false, false],
  ['elsewhere', false, false],
  ['lost', false, false],
  ['run-id-in-use', false, false],
])('%s concerns the database at opening: %s, in use: %s', (code, atOpening, inUse) => {
  const error = new EngineError(code, 'Because.')
  expect(unhealthyReasonAtOpening(error)).toBe(atOpening ? 'Because.' : undefined)
  expect(unhealthyReasonInUse(error)).toBe(inUse ? 'Because.' : undefined)
})

test('it names no path of the server', () => {
  const error = new EngineError('directory', '/srv/data/x can’t be deleted (EACCES).')
  expect(unhealthyReasonAtOpening(error)).toBe('a path of the server can’t be deleted (EACCES).')
})

test('a refused statement is an unhealthy reason only while the database is made', () => {
  const error = new DatabaseError({ message: 'disk full', code: '53100', formattedError: '' })
  expect(unhealthyReasonAtOpening(error)).toBe('PostgreSQL refused a step: disk full.')
  expect(unhealthyReasonInUse(error)).toBeUndefined()
})

test('an unreadable secret is reported', () => {
  expect(unhealthyReasonAtOpening(new SecretError('unreadable', 'Another key.'))).toBe('Another key.')
})

test.each([new Error('password hush in /home/x'), 'hush', undefined])(
  'an unexpected error is not repeated: %#',
  (error) => {
    const sentence = unhealthyReasonAtOpening(error)
    expect(sentence).toContain('log')
    expect(sentence).not.toMatch(/hush|home/)
    expect(unhealthyReasonInUse(error)).toBeUndefined()
  },
)
