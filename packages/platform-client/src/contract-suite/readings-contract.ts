/** The contract of read-only calls: about the platform and a running project. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { getAddons } from '../contract/billing.js'
import { listBranches } from '../contract/branches.js'
import { getPgbouncerConfig, listSupavisorConfigs } from '../contract/poolers.js'
import { resetDatabasePassword, testConnection } from '../contract/connect.js'
import { getProject, getProjectActivity, getProjectSettings } from '../contract/projects.js'
import { getStorageConfig } from '../contract/storage-config.js'
import { refusal } from './refusal.js'
import { listDatabases, listDatabaseStatuses } from '../contract/databases.js'
import { dismissLint, restoreLint, runLints } from '../contract/lints.js'
import { compareStatements, getStatementHistory } from '../contract/statements.js'
import { getCliRelease, getDeploymentCommit, getReadiness } from '../contract/runtime.js'

const params = { ref: 'default' }

/**
 * Registers the tests of what a page only reads: readiness, versions, databases, settings.
 * @param connect gives a client of a running self-hosted platform with a project `default`
 */
export function describeReadingsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of read-only calls`, () => {
    test('it is ready, and reports its version', async () => {
      const client = await connect()
      expect(await client.call(getReadiness, {})).toEqual({ status: 'ready', missing: [] })
      expect(await client.call(getDeploymentCommit, {})).toMatchObject({ commitSha: expect.any(String) })
      expect(await client.call(getCliRelease, {})).toMatchObject({ current: expect.stringMatching(/^v\d/) })
    })

    test('a project has a database with the same status', async () => {
      const client = await connect()
      const { status } = await client.call(getProject, { params })
      expect(await client.call(listDatabases, { params })).toMatchObject([{ identifier: 'default', status }])
      expect(await client.call(listDatabaseStatuses, { params })).toEqual([{ identifier: 'default', status }])
    })

    test('the advisors name what they find, how bad it is, and what to do', async () => {
      const client = await connect()
      for (const lint of await client.call(runLints, { params }))
        expect(lint).toMatchObject({
          name: expect.any(String),
          level: expect.stringMatching(/^(ERROR|WARN|INFO)$/),
          remediation: expect.any(String),
        })
      const unknown = client.call(runLints, { params: { ref: 'nobody' } })
      expect(await refusal(unknown)).toEqual([404, 'project_not_found'])
    })

    test('a finding is put aside with a reason, and counts again', async () => {
      const client = await connect()
      const [finding] = await client.call(runLints, { params })
      const cache_key = finding?.cache_key ?? 'nothing of this kind'
      for (const reason of ['', ' ', 'x'.repeat(501)])
        expect(await refusal(client.call(dismissLint, { params, body: { cache_key, reason } }))).toEqual([
          400,
          'invalid_body',
        ])
      const body = { cache_key, reason: 'It is meant so', until: '2999-01-01T00:00:00.000Z' }
      expect(await client.call(dismissLint, { params, body })).toMatchObject({ reason: 'It is meant so' })
      const dismissed = async () =>
        (await client.call(runLints, { params })).filter((lint) => lint.dismissed !== undefined)
      expect((await dismissed()).map((lint) => lint.cache_key)).toEqual(finding ? [cache_key] : [])
      expect(await client.call(restoreLint, { params, body: { cache_key } })).toEqual({ cache_key })
      expect(await dismissed()).toEqual([])
    })

    test('statements are compared with the hours before, and have a history', async () => {
      const client = await connect()
      const { since, statements } = await client.call(compareStatements, { params, query: { hours: '24' } })
      expect(since === null || !Number.isNaN(Date.parse(since))).toBe(true)
      expect(statements).toEqual(expect.any(Array))
      const history = (queryId: string) =>
        client.call(getStatementHistory, { params: { ...params, queryId }, query: {} })
      expect(await history('-9223372036854775808')).toEqual({ points: [] })
      expect(await refusal(history('1; select 1'))).toEqual([404, 'not_found'])
      for (const hours of ['0', '169', 'a day', '1.5'])
        expect(await refusal(client.call(compareStatements, { params, query: { hours } }))).toEqual([
          400,
          'invalid_query',
        ])
      const unknown = client.call(compareStatements, { params: { ref: 'nobody' }, query: {} })
      expect(await refusal(unknown)).toEqual([404, 'project_not_found'])
    })

    test('without branches there is one entry, main', async () => {
      const client = await connect()
      expect(await client.call(listBranches, { params })).toMatchObject([
        { name: 'main', is_default: true, parent_project_ref: 'default' },
      ])
    })

    test('the connection to its database is tested by signing in, or a sentence says why it can’t be', async () => {
      const client = await connect()
      const test = await client.call(testConnection, { params, body: { method: 'direct' } })
      if (test.connected) expect(test.took_ms).toBeGreaterThan(0)
      else expect(test.reason).toEqual(expect.any(String))
      const { db_port } = await client.call(getProjectSettings, { params })
      expect(test.connected).toBe(db_port !== 0)
    })

    test('a password that can’t be typed, or is too short, is refused', async () => {
      const client = await connect()
      for (const password of ['short', 'with a \u0000 in it'])
        expect(await refusal(client.call(resetDatabasePassword, { params, body: { password } }))).toEqual([
          400,
          'invalid_body',
        ])
    })

    test('no pooler runs', async () => {
      const client = await connect()
      expect(await client.call(getPgbouncerConfig, { params })).toMatchObject({
        pgbouncer_enabled: false,
        connection_string: '',
      })
      expect(await client.call(listSupavisorConfigs, { params })).toEqual([])
    })

    test('its storage, its add-ons and its activity can be read', async () => {
      const client = await connect()
      const { fileSizeLimit } = await client.call(getStorageConfig, { params })
      expect(fileSizeLimit).toBeGreaterThan(0)
      expect(await client.call(getAddons, { params })).toMatchObject({ selected_addons: expect.any(Array) })
      expect(await client.call(getProjectActivity, { params })).toEqual(expect.any(Object))
    })
  })
}
