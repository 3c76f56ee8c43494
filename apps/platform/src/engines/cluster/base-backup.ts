/**
 * Backs up a running cluster by PostgreSQL's low-level backup API. Files copied between start and stop become
 * consistent by replaying the WAL of that time, which is in the backup too. The npm packages contain no
 * pg_basebackup, so this does not use it.
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { EngineError } from '../engine.js'
import type { FileSink } from '../file-sink.js'
import { atRest } from '../files-at-rest.js'
import { sendDirectory, type Sending } from '../send-directory.js'
import { ServerConnection } from '../server/connection.js'
import { Session } from '../session/session.js'
import { TypeNames } from '../session/type-names.js'
import { isWholeControlFile } from '../templates/cluster-identity.js'
import { engineText } from '../../text/engines.js'

export interface BaseBackup {
  /** Holds `pg`. */
  directory: string
  /** The name of that directory in the backup. */
  name: string
  /** How the superuser signs in. */
  admin: pg.ClientConfig
  /** `server_version_num`. */
  versionNumber: number
  sink: FileSink
}

/** From this version on, the functions have their current names. */
const NEW_NAMES = 150_000

/** @throws EngineError, DatabaseError */
export async function sendRunningCluster(backup: BaseBackup): Promise<void> {
  const { directory: whole, name, admin, versionNumber, sink } = backup
  const directory = join(whole, 'pg')
  const connection = await ServerConnection.open(admin)
  try {
    const session = new Session(connection, new TypeNames())
    // The server keeps the WAL from here on until this session ends.
    await session.ask(
      `select pg_catalog.pg_create_physical_replication_slot('basedeck_${randomUUID().replaceAll('-', '')}', true, true)`,
    )
    const [begun] = await session.ask(startSql(versionNumber))
    await sendDirectory(sink, name, whole, (path) => (path === 'pg' ? 'nothing' : atRest(path)))
    await sendDirectory(sink, `${name}/pg`, directory, ofRunningCluster)
    // Last, as in pg_basebackup: recovery starts reading from it.
    await sink.bytes(`${name}/pg/global/pg_control`, await readControlFile(directory))
    const [ended] = await session.ask(stopSql(versionNumber))
    const [last, label] = ended ?? []
    const first = begun?.[0]
    if (!first || !last || !label) throw new EngineError('lost', engineText.backupNotEnded)
    await sink.bytes(`${name}/pg/backup_label`, Buffer.from(label))
    for (const segment of (await readdir(join(directory, 'pg_wal'))).toSorted())
      if (isLogBetween(segment, first, last))
        await sink.file(`${name}/pg/pg_wal/${segment}`, join(directory, 'pg_wal', segment))
  } finally {
    connection.close()
  }
}

/** Starts the backup; returns the name of the first WAL file that recovery needs. */
function startSql(versionNumber: number): string {
  const start =
    versionNumber >= NEW_NAMES
      ? `pg_catalog.pg_backup_start('basedeck dump', true)`
      : `pg_catalog.pg_start_backup('basedeck dump', true, false)`
  return `select pg_catalog.pg_walfile_name(${start})`
}

/** Ends the backup; returns the last WAL file that recovery needs, and the backup label. */
function stopSql(versionNumber: number): string {
  const stop =
    versionNumber >= NEW_NAMES
      ? 'pg_catalog.pg_backup_stop(false)'
      : 'pg_catalog.pg_stop_backup(false, false)'
  return `select pg_catalog.pg_walfile_name(lsn), labelfile from ${stop}`
}

/** Files that the next start recreates, from PostgreSQL's own list (`basebackup.c`). */
const EMPTIED =
  /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)$|^pg_wal\/(archive_status|summaries)$/
const LEFT_OUT =
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$|^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|postgresql\.auto\.conf\.tmp|global\/pg_control)$|^pg_wal\/(?!archive_status$|summaries$)/

function ofRunningCluster(path: string): Sending {
  if (LEFT_OUT.test(path)) return 'nothing'
  return EMPTIED.test(path) ? 'empty' : 'whole'
}

/** The names of segments and of timelines sort as they were written. */
function isLogBetween(name: string, first: string, last: string): boolean {
  if (/^[0-9A-F]{8}\.history$/.test(name)) return true
  return /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
}

const READ_AGAIN_TIMES = 50
const READ_AGAIN_MS = 20

/** Reads again when the checksum is wrong, because the server may be writing the file. */
async function readControlFile(directory: string): Promise<Buffer> {
  const path = join(directory, 'global', 'pg_control')
  for (let attempt = 1; ; attempt++) {
    const control = await readFile(path)
    if (isWholeControlFile(control)) return control
    if (attempt === READ_AGAIN_TIMES) throw new EngineError('directory', engineText.damaged(path))
    await delay(READ_AGAIN_MS)
  }
}
