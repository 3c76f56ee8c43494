/** What every platform promises of exports and of what runs now. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import { beginExport, cancelExport, exportFile, exportProgress } from '../contract/export.js'
import { importProgress, type ImportPlan } from '../contract/import.js'
import { cancelRunning, listRunning } from '../contract/running.js'
import { ONE_ROW_QUERY } from '../testing/contract-queries.js'
import { newId } from '../id.js'
import { refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of exports and of the list of what runs.
 * @param connect gives a client of a running platform with a project `default`
 */
export function describeRunningContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of exports`, () => {
    test('an export begins, reports its progress, and is cancelled', async () => {
      const client = await connect()
      const begun = await client.call(beginExport, {
        params,
        body: { query: 'select 1::int4 as one', format: 'markdown', name: 'Result' },
      })
      expect(begun.name).toBe('Result.md')
      expect(begun.path).toBe(`/platform/pg-meta/default/exports/${begun.id}/file`)
      const one = { params: { ...params, exportId: begun.id } }
      expect(await client.call(exportProgress, one)).toEqual({ state: 'waiting', rows: 0, bytes: 0 })
      expect(await client.call(cancelExport, one)).toEqual({ cancelled: true })
      expect(await client.call(exportProgress, one)).toMatchObject({ state: 'cancelled' })
      expect(await client.call(cancelExport, one)).toEqual({ cancelled: false })
    })

    test('the file of an export is fetched once', async () => {
      const client = await connect()
      const { id } = await client.call(beginExport, {
        params,
        body: { query: ONE_ROW_QUERY, format: 'value', name: 'Result' },
      })
      const one = { params: { ...params, exportId: id } }
      expect(await client.call(exportFile, one)).toBe(1)
      await expect
        .poll(() => client.call(exportProgress, one))
        .toMatchObject({ state: 'done', rows: 1, bytes: expect.any(Number) })
      expect(await refusal(client.call(exportFile, one))).toEqual([404, 'export_not_found'])
    })

    test.each([
      ['csv', 'csv'],
      ['ndjson', 'ndjson'],
      ['xlsx', 'xlsx'],
      ['value', 'txt'],
    ] as const)('the file of a %s export ends in .%s', async (format, extension) => {
      const client = await connect()
      const begun = await client.call(beginExport, {
        params,
        body: { query: 'select 1::int4 as one', format, name: 'Result' },
      })
      expect(begun.name).toBe(`Result.${extension}`)
      await client.call(cancelExport, { params: { ...params, exportId: begun.id } })
    })

    test.each(['select 1; select 2', 'delete from anything', 'explain select 1'])(
      'only a single statement that reads can be exported, not: %s',
      async (query) => {
        const client = await connect()
        await expect(
          client.call(beginExport, { params, body: { query, format: 'csv', name: 'x' } }),
        ).rejects.toMatchObject({ status: 400, code: 'not_exportable' })
      },
    )

    test('an unknown export is not found', async () => {
      const client = await connect()
      await expect(
        client.call(exportProgress, { params: { ...params, exportId: 'none' } }),
      ).rejects.toMatchObject({ status: 404, code: 'export_not_found' })
      expect(await client.call(cancelExport, { params: { ...params, exportId: 'none' } })).toEqual({
        cancelled: false,
      })
    })

    test('running queries are a list, and stopping an unknown one returns false', async () => {
      const client = await connect()
      expect(await client.call(listRunning, { params })).toEqual([])
      expect(await client.call(cancelRunning, { params: { ...params, runningId: '1' } })).toEqual({
        cancelled: false,
      })
    })
  })

  describe(`${name} keeps the contract of imports`, () => {
    const planOf = (onBadRows: 'refuse' | 'skip'): ImportPlan => ({
      runId: newId(),
      schema: 'public',
      table: `imported ${newId()}`,
      create: { idColumn: 'id', types: { amount: 'int8' } },
      columns: ['amount'],
      empty: 'null',
      form: { type: 'checked', onBadRows },
    })
    async function imported(plan: ImportPlan, file: string) {
      const lines = []
      for await (const line of (await connect()).importRows({ params, plan }, file)) lines.push(line)
      return lines
    }

    test('lines go into a new table', async () => {
      const plan = planOf('refuse')
      expect(await imported(plan, '2,,1\n3,,2\n')).toEqual([{ type: 'imported', rows: 2, rejected: 0 }])
      const client = await connect()
      expect(await client.call(importProgress, { params: { ...params, runId: plan.runId } })).toEqual({
        phase: 'ended',
      })
    })

    test('a line that could not be read refuses the import, or is skipped', async () => {
      const file = '2,,1\n3,cells:2,"a,b"\n'
      const rejected = expect.objectContaining({ type: 'rejected', line: 3, column: null, fault: 'cells:2' })
      expect(await imported(planOf('refuse'), file)).toEqual([rejected, { type: 'refused', rejected: 1 }])
      expect(await imported(planOf('skip'), file)).toEqual([
        rejected,
        { type: 'imported', rows: 1, rejected: 1 },
      ])
    })

    test('a plan that leaves out every column is refused', async () => {
      expect(await refusal(imported({ ...planOf('refuse'), columns: [null] }, '2,,1\n'))).toEqual([
        400,
        'invalid_body',
      ])
    })
  })
}
