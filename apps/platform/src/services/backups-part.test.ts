import { BACKUP_DEFAULTS, type Backup, type Backups } from '@basedeck/platform-client/contract'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { walWaitsSince } from '../engines/cluster/wal-archive.js'
import { temporaryDirectory } from '../engines/testing/temporary-directory.js'
import { backupsPart, branchesPart } from './backups-part.js'

const NOW = new Date('2026-11-28T12:00:00Z')
const backup: Backup = {
  id: 'a',
  kind: 'scheduled',
  status: 'completed',
  begun_at: '2026-11-28T03:00:05Z',
  ended_at: '2026-11-28T03:01:00Z',
  bytes: 1,
  error: null,
  engine: 'cluster',
  proof: null,
}
const partOf = (more: Partial<Backups>, logWaitsSince?: Date) =>
  backupsPart(
    {
      list: async () => ({
        settings: { ...BACKUP_DEFAULTS, schedule: 'daily', point_in_time: true },
        version: '',
        backups: [backup],
        recoverable: null,
        no_point_in_time: null,
        ...more,
      }),
      logWaitsSince: async () => logWaitsSince,
    },
    NOW,
  )

test('what is good is told with its time, its proof and the log', async () => {
  expect(await partOf({})).toEqual({
    part: 'backups',
    state: 'works',
    detail:
      'Last good backup: 2026-11-28 03:00 UTC, 8 hours ago. No backup has been proved by a restore. All of the log is archived.',
  })
})

test('what is wrong stands first', async () => {
  const failed: Backup = { ...backup, id: 'b', status: 'failed', begun_at: '2026-11-28T11:00:00Z' }
  const store = { where: 's3://safe', waiting: 3, error: 'it does not answer' }
  const found = await partOf({ backups: [failed, backup], store }, new Date('2026-11-28T11:50:00Z'))
  expect(found.state).toBe('fails')
  expect(found.detail).toMatch(
    /^The last backup failed\. Archiving the log is behind.* Copies to s3:\/\/safe fail/,
  )
  expect(found.detail).toContain('waits to be archived is 600 seconds old')
})

test('where none are made, they are off; where the first is to come, they are set up', async () => {
  expect(await backupsPart(undefined, NOW)).toEqual({ part: 'backups', state: 'off' })
  expect(await partOf({ settings: { ...BACKUP_DEFAULTS }, backups: [] })).toMatchObject({ state: 'off' })
  expect(await partOf({ backups: [] })).toMatchObject({ state: 'configured' })
  expect(await partOf({ unavailable: 'It runs elsewhere' })).toMatchObject({ detail: 'It runs elsewhere' })
})

test('a control plane that can’t be read says nothing but that', async () => {
  const select = () => Promise.reject(new Error('/secret/path'))
  expect(await branchesPart({ select })).toEqual({ part: 'branches', state: 'fails' })
})

test('the log waits since its oldest segment was finished, whether it is handed out or not', async () => {
  const { path, remove } = await temporaryDirectory()
  onTestFinished(remove)
  expect(await walWaitsSince(path)).toBeUndefined()
  const ready = join(path, 'pg', 'pg_wal', 'archive_status')
  const handed = join(path, 'wal-out')
  await mkdir(ready, { recursive: true })
  await mkdir(handed)
  const made = async (file: string, seconds: number) => {
    await writeFile(file, '')
    await utimes(file, seconds, seconds)
  }
  await made(join(ready, '000000010000000000000001.done'), 1000)
  await made(join(handed, '.000000010000000000000002.part'), 1000)
  expect(await walWaitsSince(path)).toBeUndefined()
  await made(join(handed, '000000010000000000000003'), 3000)
  await made(join(ready, '000000010000000000000004.ready'), 2000)
  expect(await walWaitsSince(path)).toEqual(new Date(2_000_000))
})
