/** The contract of migrations: the history, the one in progress, and what none explains. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  addToMigrationDraft,
  createMigration,
  findDrift,
  getMigration,
  getMigrationDraft,
  listMigrations,
  listMigrationStatements,
  revertMigration,
  updateMigrationDraft,
} from '../contract/migrations.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of migrations.
 * @param connect gives a client of a running platform whose project `default` was just made
 */
export function describeMigrationsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of migrations`, () => {
    const list = async () => (await connect()).call(listMigrations, { params })
    const draft = async () => (await connect()).call(getMigrationDraft, { params })
    let runs = 0
    const create = async (given: {
      sql: string
      version?: string
      name?: string
      mode?: 'run' | 'record'
      draft_version?: string
    }) =>
      (await connect()).call(createMigration, {
        params,
        body: { name: 'made by a test', mode: 'run', runId: `migration-${++runs}`, ...given },
      })

    test('a database has no history before its first migration', async () => {
      expect(await list()).toEqual({ exists: false, migrations: [] })
      expect(await (await connect()).call(listMigrationStatements, { params })).toEqual([])
      const none = (await connect()).call(getMigration, { params: { ...params, version: '1' } })
      expect(await refusal(none)).toEqual([404, 'migration_not_found'])
    })

    test('a migration runs and is in the history with its statements, the newest first', async () => {
      const first = await create({ version: '10', name: ' First "one" ', sql: 'select 1; select 2' })
      expect(first).toEqual({
        version: '10',
        name: 'First "one"',
        created_by: null,
        statements: ['select 1', 'select 2'],
      })
      await create({ version: '9', sql: 'select 3', mode: 'record' })
      expect(await list()).toEqual({
        exists: true,
        migrations: [
          { version: '10', name: 'First "one"', created_by: null, statements: 2 },
          { version: '9', name: 'made by a test', created_by: null, statements: 1 },
        ],
      })
      const client = await connect()
      expect(await client.call(getMigration, { params: { ...params, version: '10' } })).toEqual(first)
      const whole = await client.call(listMigrationStatements, { params })
      expect(whole.map(({ version, statements }) => [version, statements])).toEqual([
        ['9', ['select 3']],
        ['10', ['select 1', 'select 2']],
      ])
    })

    test('without a version it gets one of 14 digits', async () => {
      const { version } = await create({ sql: 'select 4' })
      expect(version).toMatch(/^\d{14}$/)
      expect((await list()).migrations[0]?.version).toBe(version)
    })

    test('what is no migration is refused, and the history stays as it is', async () => {
      const before = await list()
      expect(await refusal(create({ sql: ' ; ' }))).toEqual([400, 'migration_empty'])
      expect(await refusal(create({ sql: 'select 1; commit; select 2' }))).toEqual([
        400,
        'migration_ends_transaction',
      ])
      expect(await refusal(create({ sql: 'select 1', version: '10' }))).toEqual([409, 'migration_exists'])
      for (const version of ['', '1a', '../1', '1'.repeat(21)])
        expect(await refusal(create({ sql: 'select 1', version }))).toEqual([400, 'invalid_body'])
      for (const bad of ['', ' ', 'x'.repeat(201), 'a\nb'])
        expect(await refusal(create({ sql: 'select 1', name: bad }))).toEqual([400, 'invalid_body'])
      expect(await refusal(create({ sql: `select '${'x'.repeat(1_000_001)}'` }))).toEqual([
        400,
        'invalid_body',
      ])
      expect(await list()).toEqual(before)
    })

    test('one that is taken out of the history is gone, once', async () => {
      const revert = async () =>
        (await connect()).call(revertMigration, { params: { ...params, version: '9' } })
      expect(await revert()).toEqual({ version: '9' })
      expect((await list()).migrations.some(({ version }) => version === '9')).toBe(false)
      expect(await refusal(revert())).toEqual([404, 'migration_not_found'])
    })

    test('the history is replayed to find what it does not explain', async () => {
      const { migrations } = await list()
      const drift = await (await connect()).call(findDrift, { params })
      expect(drift).toMatchObject({ replayed: migrations.length, left_out: [], failed: null })
      expect(drift.changes).toEqual(expect.any(Array))
      expect(drift.not_compared).toEqual(expect.any(Array))
    }, 60_000)

    test('SQL is kept for the next migration: it is added at the end, replaced, and cleared by making it', async () => {
      const client = await connect()
      const first = await draft()
      expect(first.sql).toBe('')
      const add = (sql: string) => client.call(addToMigrationDraft, { params, body: { sql } })
      await add('select 1;')
      const added = await add('select 2;')
      expect(added).toMatchObject({ sql: 'select 1;\n\nselect 2;', updated_at: expect.any(String) })
      expect(await draft()).toEqual(added)
      const change = (sql: string, expected_version: string) =>
        client.call(updateMigrationDraft, { params, body: { sql, expected_version } })
      const stale = await failureOf(change('select 9;', first.version))
      expect(stale).toMatchObject({ status: 409, code: 'stale' })
      expect(stale.body).toMatchObject({ stored: { sql: added.sql } })
      const changed = await change('select 3;', added.version)
      expect(changed.sql).toBe('select 3;')
      await create({ sql: changed.sql, mode: 'record', draft_version: added.version })
      expect((await draft()).sql).toBe('select 3;')
      await create({ sql: changed.sql, mode: 'record', draft_version: changed.version })
      expect((await draft()).sql).toBe('')
      expect(await refusal(add(''))).toEqual([400, 'invalid_body'])
      expect(await refusal(add('x'.repeat(1_000_001)))).toEqual([400, 'invalid_body'])
      await add('x'.repeat(999_000))
      expect(await refusal(add('y'.repeat(2000)))).toEqual([409, 'draft_full'])
      await change('', (await draft()).version)
    })

    test('a project that is not there has none', async () => {
      const client = await connect()
      const nobody = { ref: 'nobody' }
      for (const call of [
        () => client.call(listMigrations, { params: nobody }),
        () => client.call(listMigrationStatements, { params: nobody }),
        () => client.call(findDrift, { params: nobody }),
        () => client.call(getMigrationDraft, { params: nobody }),
      ])
        expect(await refusal(call())).toEqual([404, 'project_not_found'])
    })
  })
}
