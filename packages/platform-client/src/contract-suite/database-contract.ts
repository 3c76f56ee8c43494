/** The contract of what the platform puts into a project's database when it is asked to. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { getProjectActivity } from '../contract/projects.js'
import { loadSampleData } from '../contract/sample-data.js'
import { refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of sample data.
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
  })
}
