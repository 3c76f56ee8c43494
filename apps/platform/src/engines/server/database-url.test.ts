import { expect, test } from 'vitest'
import { EngineError } from '../engine.js'
import { parseDatabaseUrl } from './database-url.js'

test.each([
  'not a url',
  'mysql://me:secret@host/db',
  'postgres://me:sec#ret@host:5432/db',
  '',
  'postgresql://me:secret@host:port/db',
])('%j is refused without being repeated', (text) => {
  try {
    parseDatabaseUrl(text)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError)
    expect((error as EngineError).message).not.toMatch(/sec|me:/)
  }
})

test('host and port are read; the default port is 5432', () => {
  expect(parseDatabaseUrl('postgres://me@host.example/db')).toMatchObject({
    host: 'host.example',
    port: 5432,
  })
  expect(parseDatabaseUrl('postgresql://me:x@127.0.0.1:6000/db')).toMatchObject({
    host: '127.0.0.1',
    port: 6000,
  })
})

test.each([
  ['', true],
  ['?sslmode=prefer', true],
  ['?sslmode=disable', false],
  ['?sslmode=require', false],
  ['?sslmode=verify-full', false],
])('with %j an unencrypted connection is allowed: %s', (query, plainWillDo) => {
  expect(parseDatabaseUrl(`postgres://me@host/db${query}`).plainWillDo).toBe(plainWillDo)
})

test('an unusable TLS setting is refused', () => {
  expect(() => parseDatabaseUrl('postgres://me:hush@host/db?sslmode=verify-ca')).toThrow(EngineError)
  expect(() =>
    parseDatabaseUrl('postgres://me:hush@host/db?sslmode=require&sslrootcert=/no/such/file'),
  ).toThrow(EngineError)
})
