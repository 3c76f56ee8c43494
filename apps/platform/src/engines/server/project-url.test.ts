import { expect, test, vi } from 'vitest'
import { EngineError } from '../engine.js'
import { parseProjectUrl } from './project-url.js'

/** The sentence of the refusal. */
function refusal(text: string): string {
  try {
    parseProjectUrl(text)
  } catch (error) {
    if (error instanceof EngineError) return error.message
    throw error
  }
  throw new Error(`${text} was taken.`)
}

test('a complete URL is read', () => {
  const text = 'postgresql://m%40x:p%3As%20s@db.example.org:6000/sh%2Fop?options=endpoint%3Dx&sslmode=require'
  expect(parseProjectUrl(text)).toMatchObject({
    host: 'db.example.org',
    port: 6000,
    plainWillDo: false,
    config: {
      host: 'db.example.org',
      port: 6000,
      user: 'm@x',
      password: 'p:s s',
      database: 'sh/op',
      options: 'endpoint=x',
      ssl: { rejectUnauthorized: false },
    },
  })
})

test('missing parts take PostgreSQL’s defaults, never the program’s environment', () => {
  vi.stubEnv('PGPORT', '1')
  vi.stubEnv('PGDATABASE', 'secret')
  vi.stubEnv('PGPASSWORD', 'hush')
  const { config, plainWillDo } = parseProjectUrl('postgres://me@[2001:db8::1]')
  vi.unstubAllEnvs()
  expect(config).toMatchObject({ host: '2001:db8::1', port: 5432, database: 'me' })
  expect(config.password).toBeTypeOf('function')
  expect(plainWillDo).toBe(true)
})

test.each([
  '',
  'not a url',
  'mysql://me:hush@host/db',
  'http://me:hush@host/db',
  'socket:/var/run/postgresql',
  '/var/run/postgresql',
  'postgres://me:hu%zzsh@host/db',
  'postgres://m%e:hush@host/db',
])('%j is not a PostgreSQL URL', (text) => {
  expect(refusal(text)).toContain('postgresql://user:password@host:5432/database')
  expect(refusal(text)).not.toMatch(/hu/)
})

test.each([
  'postgres:///db',
  'postgres://me:hush@%2Fvar%2Frun%2Fpostgresql/db',
  'postgres://me:hush@%2fproc%2fself/db',
  'postgres://me:hush@%40abstract/db',
  'postgres://me:hush@/db?host=/var/run/postgresql',
  'postgres://me:hush@host/db?host=/var/run/postgresql',
  'postgres://me:hush@host/db?host=other',
  'postgres://me:hush@host/db?hostaddr=127.0.0.1',
  'postgres://me:hush@host/db?port=1',
  'postgres://me@host/db?password=hush',
  'postgres://host/db?user=me',
  'postgres://host/db',
  'postgres://me:hush@host/db?passfile=/etc/passwd',
  'postgres://me:hush@host/db?service=prod',
  'postgres://me:hush@host/db?sslrootcert=/etc/passwd',
  'postgres://me:hush@host/db?sslmode=verify-full&sslrootcert=%2Fno%2Fsuch%2Ffile',
  'postgres://me:hush@host/db?sslcert=/etc/passwd',
  'postgres://me:hush@host/db?sslkey=/etc/passwd',
])('a socket or a file of this machine is refused: %s', (text) => {
  expect(refusal(text)).toMatch(/^The database URL can’t be used|^This is not a PostgreSQL URL/)
  expect(refusal(text)).not.toMatch(/hush|etc|no such file|ENOENT/i)
})

test.each([
  ['disable', false],
  ['allow', true],
  ['prefer', true],
  ['require', false],
  ['verify-full', false],
])('with sslmode=%s an unencrypted connection is allowed: %s', (mode, plainWillDo) => {
  const { config, plainWillDo: will } = parseProjectUrl(`postgres://me@host/db?sslmode=${mode}`)
  expect(will).toBe(plainWillDo)
  expect(config.ssl === false).toBe(mode === 'disable')
})

test.each(['no-verify', 'on', '', 'REQUIRE', 'constructor'])('sslmode=%s is refused', (mode) => {
  expect(refusal(`postgres://me@host/db?sslmode=${mode}`)).toContain('sslmode must be disable')
})

test('parameters of other programs are ignored', () => {
  const text =
    'postgres://me:x@host/db?pgbouncer=true&connection_limit=1&schema=public&channel_binding=require'
  expect(parseProjectUrl(`${text}&sslmode=verify-full&sslrootcert=system`)).toMatchObject({
    config: { ssl: { rejectUnauthorized: true }, database: 'db' },
  })
})
