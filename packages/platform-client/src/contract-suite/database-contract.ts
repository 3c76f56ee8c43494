/** The contract of what the platform puts into a project's database when it is asked to. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { allowExtension, installExtension, listExtensions, removeExtension } from '../contract/extensions.js'
import { getProjectActivity } from '../contract/projects.js'
import { loadSampleData } from '../contract/sample-data.js'
import { refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of sample data and extensions.
 * @param connect gives a client of a running platform whose project `default` has none yet
 */
export function describeDatabaseContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of what it puts into a database`, () => {
    test('sample data is made once; what is there is never changed', async () => {
      const client = await connect()
      const { tables, rows } = await client.call(loadSampleData, { params })
      expect(tables.length).toBeGreaterThan(1)
      expect(rows).toBeGreaterThan(100)
      const { database } = await client.call(getProjectActivity, { params })
      expect(database?.tables).toBeGreaterThanOrEqual(tables.length)
      expect(await refusal(client.call(loadSampleData, { params }))).toEqual([409, 'sample_data_there'])
    })

    test('extensions are listed, each with what keeps it from being installed or removed', async () => {
      const listed = await (await connect()).call(listExtensions, { params })
      expect(listed.map(({ name }) => name)).toEqual(listed.map(({ name }) => name).toSorted())
      expect(listed.find(({ name }) => name === 'plpgsql')).toMatchObject({
        installed_version: expect.any(String),
        kept_because: expect.any(String),
      })
      const name = 'no_such_extension'
      const client = await connect()
      const installed = client.call(installExtension, { params, body: { name } })
      expect(await refusal(installed)).toEqual([404, 'extension_not_found'])
      const removed = client.call(removeExtension, { params: { ...params, name } })
      expect(await refusal(removed)).toEqual([404, 'extension_not_found'])
    })

    test('an extension is installed into the schema extensions, and removed', async () => {
      const client = await connect()
      const name = 'hstore'
      if (!(await client.call(listExtensions, { params })).some((one) => one.name === name)) return
      expect(await client.call(installExtension, { params, body: { name } })).toMatchObject({
        schema: 'extensions',
        installed_version: expect.any(String),
      })
      expect(await client.call(removeExtension, { params: { ...params, name } })).toMatchObject({
        name,
        installed_version: null,
      })
    })

    test('one that reaches beyond the database is closed until an administrator allows it', async () => {
      const client = await connect()
      const name = 'dblink'
      const found = async () =>
        (await client.call(listExtensions, { params })).find((one) => one.name === name)
      if (!(await found())) return
      const closed = client.call(installExtension, { params, body: { name } })
      expect(await refusal(closed)).toEqual([403, 'extension_closed'])
      expect(await found()).toMatchObject({ reaches: expect.any(String), is_allowed: false })
      await client.call(allowExtension, { params: { ...params, name }, body: { allowed: true } })
      expect(await found()).toMatchObject({ closed_because: null, is_allowed: true })
      await client.call(allowExtension, { params: { ...params, name }, body: { allowed: false } })
      expect(await found()).toMatchObject({ is_allowed: false })
    })
  })
}
