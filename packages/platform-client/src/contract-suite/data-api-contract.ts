/** The contract of how a project's data API is set up. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  DATA_API_DEFAULTS,
  getDataApiConfig,
  getDatabaseTypes,
  updateDataApiConfig,
  type DataApiSettings,
} from '../contract/data-api.js'
import { getProject } from '../contract/projects.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }
const START: DataApiSettings = { enabled: true, ...DATA_API_DEFAULTS }

/**
 * Registers the tests of the settings of the data API.
 * @param connect gives a client of a running platform whose project `default` was just made
 */
export function describeDataApiContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of the data API’s settings`, () => {
    const read = async () => (await connect()).call(getDataApiConfig, { params })
    const change = async (body: Partial<DataApiSettings> & { expected_version?: string }) =>
      (await connect()).call(updateDataApiConfig, { params, body })

    test('a new project has it on, with the defaults', async () => {
      expect(await read()).toEqual({ ...START, version: expect.any(String) })
    })

    test('what is changed is stored, and the rest stays', async () => {
      const { version } = await read()
      const changed = await change({ max_rows: 50, schemas: ['public', 'api'], expected_version: version })
      expect(changed).toMatchObject({ ...START, max_rows: 50, schemas: ['public', 'api'] })
      expect(changed.version).not.toBe(version)
      expect(await change({ pre_request: 'public.check' })).toMatchObject({
        max_rows: 50,
        pre_request: 'public.check',
      })
      expect(await change({ pre_request: null, enabled: false })).toMatchObject({
        enabled: false,
        pre_request: null,
      })
      await change(START)
      expect(await read()).toMatchObject(START)
    })

    test('a project serves its tables while it is on', async () => {
      const served = async () => (await (await connect()).call(getProject, { params })).services
      expect(await served()).toContain('data')
      await change({ enabled: false })
      expect(await served()).not.toContain('data')
      await change({ enabled: true })
      expect(await served()).toContain('data')
    })

    test('the types of its database are a file of TypeScript, and a schema that is not there is said', async () => {
      const types = async (query: { included_schemas?: string }) =>
        (await connect()).call(getDatabaseTypes, { params, query })
      expect((await types({})).types).toContain('export type Database = {')
      const failure = await failureOf(types({ included_schemas: 'nowhere' }))
      expect(failure).toMatchObject({ status: 404, code: 'schema_not_found' })
    })

    test('a change of older settings is refused with the stored ones, and changes nothing', async () => {
      const { version } = await read()
      await change({ pool_size: 7 })
      const failure = await failureOf(change({ pool_size: 8, expected_version: version }))
      expect(failure).toMatchObject({ status: 409, code: 'stale' })
      expect(failure.body).toMatchObject({ stored: { pool_size: 7 } })
      expect(await read()).toMatchObject({ pool_size: 7 })
      await change({ pool_size: START.pool_size })
    })

    test.each<[string, object]>([
      ['no schema', { schemas: [] }],
      ['a schema of the system', { schemas: ['public', 'pg_catalog'] }],
      ['a schema whose name is too long', { schemas: ['é'.repeat(32)] }],
      ['no rows', { max_rows: 0 }],
      ['half a connection', { pool_size: 0.5 }],
      ['more connections than a server has', { pool_size: 51 }],
      ['a pre-request function without a name', { pre_request: '' }],
      ['a time as a text', { anon_timeout_ms: '3 s' }],
      ['a body that would fill the memory', { max_body_bytes: 1e12 }],
      ['an embedding that is too deep', { max_embed_depth: 21 }],
    ])('%s is refused, and changes nothing', async (_, body) => {
      const before = await read()
      expect(await refusal(change(body))).toEqual([400, 'invalid_body'])
      expect(await read()).toEqual(before)
    })

    test('an unknown project is not found', async () => {
      const client = await connect()
      const nobody = { ref: 'nobody' }
      expect(await refusal(client.call(getDataApiConfig, { params: nobody }))).toEqual([
        404,
        'project_not_found',
      ])
      const changing = client.call(updateDataApiConfig, { params: nobody, body: { enabled: true } })
      expect(await refusal(changing)).toEqual([404, 'project_not_found'])
    })
  })
}
