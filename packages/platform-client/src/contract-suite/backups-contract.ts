/** The contract of a project's backups. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  BACKUP_DEFAULTS,
  createBackup,
  deleteBackup,
  downloadBackup,
  listBackups,
  proveBackup,
  restoreBackup,
  updateBackupSettings,
  type Backup,
} from '../contract/backups.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }

/**
 * Registers the tests of backups.
 * @param connect gives a client of a running platform whose project `default` has a database of its own
 */
export function describeBackupsContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of backups`, () => {
    const list = async () => (await connect()).call(listBackups, { params })
    const change = async (body: object) => (await connect()).call(updateBackupSettings, { params, body })
    async function made(): Promise<Backup> {
      const { id } = await (await connect()).call(createBackup, { params })
      const find = async () => (await list()).backups.find((backup) => backup.id === id)
      await expect.poll(async () => (await find())?.status, { timeout: 60_000 }).toBe('completed')
      return (await find())!
    }

    test('nothing is made before somebody asks for it', async () => {
      expect(await list()).toMatchObject({ settings: BACKUP_DEFAULTS, recoverable: null })
    })

    test('what is changed is stored, and an older version is refused with the stored settings', async () => {
      const { version } = await list()
      expect((await change({ schedule: 'daily', hour: 4, expected_version: version })).settings).toEqual({
        ...BACKUP_DEFAULTS,
        schedule: 'daily',
        hour: 4,
      })
      const failure = await failureOf(change({ hour: 5, expected_version: version }))
      expect(failure).toMatchObject({ status: 409, code: 'stale' })
      expect(failure.body).toMatchObject({ stored: { settings: { hour: 4 } } })
      await change({ ...BACKUP_DEFAULTS })
    })

    test.each<[string, object]>([
      ['an unknown schedule', { schedule: 'yearly' }],
      ['an hour that no day has', { hour: 24 }],
      ['half an hour', { hour: 1.5 }],
      ['a negative number of days', { keep_days: -1 }],
      ['more days than a year', { keep_days: 400 }],
    ])('%s is refused, and changes nothing', async (_, body) => {
      const before = (await list()).settings
      expect(await refusal(change(body))).toEqual([400, 'invalid_body'])
      expect((await list()).settings).toEqual(before)
    })

    test('a backup is made, proved, restored with a backup of what was before, and deleted', async () => {
      const client = await connect()
      const backup = await made()
      expect(backup).toMatchObject({ kind: 'manual', error: null, proof: null })
      expect(backup.bytes).toBeGreaterThan(0)
      const one = { ...params, id: backup.id }
      expect((await client.call(proveBackup, { params: one })).proof).toMatchObject({ is_good: true })
      const restored = await client.call(restoreBackup, { params, body: { id: backup.id } })
      const kept = (await list()).backups.find(({ id }) => id === restored.kept)
      expect(kept).toMatchObject({ kind: 'before_restore', status: 'completed' })
      // The file is for a browser; it is no JSON.
      expect(await failureOf(client.call(downloadBackup, { params: one }))).toMatchObject({ status: 200 })
      for (const { id } of (await list()).backups)
        await client.call(deleteBackup, { params: { ...params, id } })
      expect((await list()).backups).toEqual([])
    }, 120_000)

    test('an unknown backup, and a moment that is not kept, are refused', async () => {
      const client = await connect()
      const id = '00000000-0000-4000-8000-000000000000'
      expect(await refusal(client.call(restoreBackup, { params, body: { id } }))).toEqual([
        404,
        'backup_not_found',
      ])
      expect(await refusal(client.call(deleteBackup, { params: { ...params, id } }))).toEqual([
        404,
        'backup_not_found',
      ])
      const at = '2020-01-01T00:00:00Z'
      expect(await refusal(client.call(restoreBackup, { params, body: { at } }))).toEqual([
        422,
        'not_recoverable',
      ])
      expect(await refusal(client.call(restoreBackup, { params, body: { at: 'now' } }))).toEqual([
        400,
        'invalid_body',
      ])
    })
  })
}
