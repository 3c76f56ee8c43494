/** What Connect shows of a project in PGlite is run as it is shown, with the port that the operator opened. */
import {
  getProjectSettings,
  listDatabases,
  listNotifications,
  resetDatabasePassword,
  testConnection,
} from '@basedeck/platform-client'
import { randomUUID } from 'node:crypto'
import type { ConnectionTarget } from '@basedeck/core/rules'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { askByPsql, askByUri, PASSWORD } from './connect-proof.js'
import { runApp, type RunningApp } from './running-app.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const asker = {
  actor: { id: randomUUID(), name: 'the test', email: null },
  origin: { ip: '192.0.2.1', userAgent: 'test', requestId: 'test' },
}
const params = { ref: 'default' }

async function targetOf({ client }: RunningApp): Promise<ConnectionTarget> {
  const settings = await client.call(getProjectSettings, { params })
  const { db_host: host, db_port: port, db_name: database, db_user: user } = settings
  return { host, port, database, user }
}

describe('with the port', () => {
  let running: RunningApp
  beforeAll(async () => {
    running = await runApp('pglite', { ownerPassword: PASSWORD, opensPgPort: true })
  })
  afterAll(() => running.stop())

  test('the settings and the list of databases name the place, at which psql and an address connect', async () => {
    const target = await targetOf(running)
    expect(target).toMatchObject({ host: '127.0.0.1', user: 'postgres', database: 'postgres' })
    expect(await running.client.call(listDatabases, { params })).toMatchObject([{ db_port: target.port }])
    expect(await askByUri(target)).toBe('postgres!')
    expect(await askByPsql(target)).toBe('postgres')
    await expect(askByUri(target, 'wrong')).rejects.toThrow('password authentication failed')
  })

  test('the connection is tested by signing in', async () => {
    const tested = await running.client.call(testConnection, { params, body: { method: 'direct' } })
    expect(tested).toMatchObject({ connected: true })
  })

  test('a password that is reset counts at once', async () => {
    const password = 'another one, 2'
    await running.client.call(resetDatabasePassword, { params, body: { password } })
    const target = await targetOf(running)
    await expect(askByUri(target)).rejects.toThrow('password authentication failed')
    expect(await askByUri(target, password)).toBe('postgres!')
    const [told] = await running.client.call(listNotifications, {})
    expect(told).toMatchObject({ status: 'seen', name: 'project.password_reset' })
  })

  test('a paused project refuses with a sentence, and is not opened', async () => {
    const { life } = running
    const target = await targetOf(running)
    await life.pause('default', asker)
    await life.settled()
    await expect(askByUri(target, 'another one, 2')).rejects.toMatchObject({ code: '57P03' })
    await life.resume('default', asker)
    await life.settled()
    expect(await askByUri(target, 'another one, 2')).toBe('postgres!')
  })
})

test('hosted, the user names the project', async () => {
  const running = await runApp('pglite', { ownerPassword: PASSWORD, opensPgPort: true, isPlatform: true })
  try {
    const target = await targetOf(running)
    expect(target.user).toBe('postgres.default')
    expect(await askByUri(target)).toBe('postgres!')
    await expect(askByUri({ ...target, user: 'postgres' })).rejects.toThrow('password authentication failed')
    await expect(askByUri({ ...target, user: 'postgres.other' })).rejects.toThrow(
      'password authentication failed',
    )
  } finally {
    await running.stop()
  }
})

test('without the port nothing can connect, and a sentence says how to open it', async () => {
  const running = await runApp('pglite')
  try {
    expect((await targetOf(running)).port).toBe(0)
    const tested = await running.client.call(testConnection, { params, body: { method: 'direct' } })
    expect(tested).toMatchObject({ connected: false, reason: expect.stringContaining('--pg-port') })
  } finally {
    await running.stop()
  }
})
