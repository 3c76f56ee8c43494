import type { PgbouncerConfig, SupavisorConfig } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import {
  connectionMethods,
  connectionWay,
  transactionPooler,
  type ConnectionSources,
} from './connect-poolers.js'

const target = { db_host: 'db.abc', db_port: 40_001, db_name: 'postgres', db_user: 'postgres' }
const primary = { identifier: 'abc', type: 'PRIMARY' as const, engine: 'cluster' as const, ...target }
const replica = { ...primary, identifier: 'abc-rr-1', type: 'READ_REPLICA' as const, db_host: 'rr.abc' }
const entry = (identifier: string, more: Partial<SupavisorConfig> = {}): SupavisorConfig => ({
  identifier,
  database_type: 'PRIMARY',
  connection_string: '',
  db_host: 'pool',
  db_name: 'postgres',
  db_port: 6543,
  db_user: `postgres.${identifier}`,
  pool_mode: 'transaction',
  is_using_scram_auth: true,
  ...more,
})
const own: PgbouncerConfig = {
  connection_string: '',
  db_host: 'own',
  db_name: 'postgres',
  db_port: 7000,
  db_user: 'postgres',
  pool_mode: 'transaction',
  pgbouncer_enabled: true,
  pgbouncer_status: 'ENABLED',
  pgbouncer_installed: true,
  inserted_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}
const sources = (more: Partial<ConnectionSources> = {}): ConnectionSources => ({
  settings: target,
  databases: [primary, replica],
  identifier: 'abc',
  plan: 'free',
  shared: [entry('abc'), entry('abc-rr-1')],
  dedicated: own,
  ...more,
})

test('self-hosted shows only the direct connection', () => {
  expect(connectionMethods(false)).toEqual(['direct'])
  expect(connectionMethods(true)).toEqual(['direct', 'transaction', 'session'])
})

test.each([
  ['free', 'shared'],
  ['pro', 'dedicated'],
  ['team', 'dedicated'],
  ['enterprise', 'dedicated'],
])('the plan %s sends transactions through the %s pooler', (plan, kind) => {
  expect(transactionPooler(plan)).toBe(kind)
})

test('the direct connection is that of the chosen database', () => {
  expect(connectionWay('direct', sources())).toMatchObject({ target: { host: 'db.abc', port: 40_001 } })
  expect(connectionWay('direct', sources({ identifier: 'abc-rr-1' }))).toMatchObject({
    target: { host: 'rr.abc', database: 'postgres', user: 'postgres' },
  })
  expect(connectionWay('direct', sources({ databases: [] }))).toEqual({
    type: 'target',
    pooler: null,
    oneAtATime: false,
    target: { host: 'db.abc', port: 40_001, database: 'postgres', user: 'postgres' },
  })
})

test.each([
  ['cluster', false],
  ['postgres', false],
  ['pglite', true],
] as const)('the direct connection to %s is one at a time: %s', (engine, oneAtATime) => {
  const databases = [{ ...primary, engine }]
  expect(connectionWay('direct', sources({ databases }))).toMatchObject({ oneAtATime })
})

test('an engine without a port has no direct connection', () => {
  const without = { ...target, db_port: 0 }
  expect(connectionWay('direct', sources({ databases: [], settings: without }))).toEqual({
    type: 'unavailable',
    reason: 'no-port',
  })
})

test('the free plan uses the shared pooler’s entry of the chosen database', () => {
  expect(connectionWay('transaction', sources())).toEqual({
    type: 'target',
    pooler: 'shared',
    oneAtATime: false,
    target: { host: 'pool', port: 6543, database: 'postgres', user: 'postgres.abc' },
  })
  expect(connectionWay('transaction', sources({ identifier: 'abc-rr-1' }))).toMatchObject({
    target: { user: 'postgres.abc-rr-1' },
  })
})

test('other plans use the dedicated pooler; a replica swaps its host', () => {
  const dedicated = {
    type: 'target',
    pooler: 'dedicated',
    oneAtATime: false,
    target: { host: 'own', port: 7000, database: 'postgres', user: 'postgres' },
  }
  expect(connectionWay('transaction', sources({ plan: 'pro' }))).toEqual(dedicated)
  expect(connectionWay('transaction', sources({ plan: 'pro', databases: [] }))).toEqual(dedicated)
  expect(connectionWay('transaction', sources({ plan: 'pro', identifier: 'abc-rr-1' }))).toMatchObject({
    target: { host: 'rr.abc', port: 7000 },
  })
})

test('sessions always use the shared pooler, at 5432 where it is at 6543', () => {
  for (const plan of ['free', 'pro'])
    expect(connectionWay('session', sources({ plan }))).toEqual({
      type: 'target',
      pooler: 'shared',
      oneAtATime: false,
      target: { host: 'pool', port: 5432, database: 'postgres', user: 'postgres.abc' },
    })
  expect(connectionWay('session', sources({ identifier: 'abc-rr-1' }))).toMatchObject({
    target: { user: 'postgres.abc-rr-1' },
  })
})

test('a pooler whose ports were occupied is shown at its true ports', () => {
  const moved = [entry('abc', { db_port: 6544, db_session_port: 5433 })]
  expect(connectionWay('transaction', sources({ shared: moved }))).toMatchObject({ target: { port: 6544 } })
  expect(connectionWay('session', sources({ shared: moved }))).toMatchObject({ target: { port: 5433 } })
  const onlyTransactions = [entry('abc', { db_session_port: 5433 })]
  expect(connectionWay('session', sources({ shared: onlyTransactions }))).toMatchObject({
    target: { port: 5433 },
  })
  const unnamed = [entry('abc', { db_port: 7777 })]
  expect(connectionWay('session', sources({ shared: unnamed }))).toMatchObject({ target: { port: 7777 } })
})

test('session mode makes the transaction pooler unavailable, and leaves the session pooler', () => {
  const shared = [entry('abc', { pool_mode: 'session' })]
  const reason = { type: 'unavailable', reason: 'session-mode' }
  expect(connectionWay('transaction', sources({ shared }))).toEqual(reason)
  expect(connectionWay('session', sources({ shared }))).toMatchObject({ target: { port: 5432 } })
  expect(
    connectionWay('transaction', sources({ plan: 'pro', dedicated: { ...own, pool_mode: 'session' } })),
  ).toEqual(reason)
})

test('without a pooler the reason says so; one that comes back says that', () => {
  const none = { type: 'unavailable', reason: 'no-pooler' }
  expect(connectionWay('transaction', sources({ shared: [] }))).toEqual(none)
  expect(connectionWay('session', sources({ shared: [] }))).toEqual(none)
  expect(connectionWay('transaction', sources({ plan: 'pro', dedicated: null }))).toEqual(none)
  const down = [entry('abc', { status: 'COMING_UP' })]
  for (const method of ['transaction', 'session'] as const)
    expect(connectionWay(method, sources({ shared: down }))).toEqual({
      type: 'unavailable',
      reason: 'pooler-down',
    })
  const off = { ...own, pgbouncer_enabled: false }
  expect(
    connectionWay(
      'transaction',
      sources({ plan: 'pro', dedicated: { ...off, pgbouncer_status: 'DISABLED' } }),
    ),
  ).toEqual(none)
  expect(
    connectionWay(
      'transaction',
      sources({ plan: 'pro', dedicated: { ...off, pgbouncer_status: 'COMING_UP' } }),
    ),
  ).toEqual({ type: 'unavailable', reason: 'pooler-down' })
})
