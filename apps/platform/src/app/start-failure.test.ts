import { expect, test } from 'vitest'
import { EngineError } from '../engines/engine.js'
import { listenError, startFailure } from './start-failure.js'

const GB = 1024 ** 3
const enospc = Object.assign(new Error('write'), { code: 'ENOSPC' })

test.each([
  ['the system says it', enospc, 50 * GB, true],
  ['a cause says it', new EngineError('directory', 'not writable', { cause: enospc }), undefined, true],
  ['a session was lost on it', new EngineError('lost', 'broke off'), 1000, true],
  ['something broke on it', new Error('odd'), 1000, true],
  ['something broke for another reason', new Error('odd'), 50 * GB, false],
  ['another program has the directory', new EngineError('locked', 'in use'), 1000, false],
  ['the port is taken', listenError({ code: 'EADDRINUSE' }, '127.0.0.1', 80, 'port'), 1000, false],
])('a full disk is named where it is the reason: %s', (_, error, freeBytes, expected) => {
  expect(startFailure(error, { dataDir: '/data', freeBytes }).includes('/data is full')).toBe(expected)
})

test.each([
  ['EADDRINUSE', 'Port 80 is in use, perhaps by another Basedeck; choose another with --api-port'],
  ['EACCES', 'choose one above 1023 with --api-port'],
  ['EADDRNOTAVAIL', 'is not an address of this machine'],
  ['ENOTFOUND', 'is unknown'],
  ['EINVAL', 'can’t be used at port 80 (EINVAL)'],
])('an address that can’t be opened is explained in a sentence: %s', (code, sentence) => {
  const error = listenError({ code }, 'host.example', 80, 'api-port')
  expect(startFailure(error, { dataDir: '/data', freeBytes: 50 * GB })).toContain(sentence)
})

test('a refusal is printed as a sentence, an unexpected error with its stack', () => {
  const around = { dataDir: '/data', freeBytes: 50 * GB }
  expect(startFailure(new EngineError('version', 'It is newer.'), around)).toBe('It is newer.')
  expect(startFailure(new Error('odd'), around)).toMatch(/odd\n\s+at /)
  expect(startFailure('odd', around)).toBe('odd')
})
