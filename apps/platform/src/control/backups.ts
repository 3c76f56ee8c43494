/** Backups of projects: how they are made, and which there are. */
import {
  BACKUP_DEFAULTS,
  type Backup,
  type BackupProof,
  type BackupSettings,
  type EngineKind,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** Undefined: there is no such project. */
export async function backupSettingsOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<{ settings: BackupSettings; version: string } | undefined> {
  const [row] = await control.select<{ backups: Partial<BackupSettings> | null; version: string }>(
    `select backups, ${VERSION} as version from control.projects where ref = $1`,
    [ref],
  )
  return row && { settings: { ...BACKUP_DEFAULTS, ...row.backups }, version: row.version }
}

/** @param expected the version that the change is made on; absent: any. Another one touches no row. */
export function changeBackupSettings(
  ref: string,
  changes: Partial<BackupSettings>,
  expected: string | undefined,
): ControlStatement {
  return {
    sql: `update control.projects set backups = coalesce(backups, '{}') || $2::jsonb
      where ref = $1 and ($3::text is null or ${VERSION} = $3)`,
    parameters: [ref, JSON.stringify(changes), expected],
    expect: 1,
  }
}

const VERSION = `md5(coalesce(backups::text, ''))`

/** A backup as it is stored. */
export interface BackupRow extends Backup {
  /** The line of the write-ahead log that follows it. */
  wal_line: string | null
  /** From when on the database can be replayed further along that line. */
  consistent_at: string | null
}

interface StoredBackup extends Omit<BackupRow, 'proof' | 'bytes'> {
  bytes: string | null
  proof_at: string | null
  proof_is_good: boolean | null
  proof_detail: string | null
}

/** The newest first. */
export async function backupsOf(control: Pick<ControlDatabase, 'select'>, ref: string): Promise<BackupRow[]> {
  const rows = await control.select<StoredBackup>(
    `select b.id, b.kind, b.status, b.engine, b.begun_at, b.ended_at, b.bytes::text, b.error, b.wal_line, b.consistent_at,
       b.proof_at, b.proof_is_good, b.proof_detail
     from control.backups b join control.projects p on p.id = b.project_id
     where p.ref = $1 order by b.begun_at desc, b.id`,
    [ref],
  )
  return rows.map(({ bytes, proof_at, proof_is_good, proof_detail, ...row }) => ({
    ...row,
    bytes: bytes === null ? null : Number(bytes),
    proof:
      proof_at === null
        ? null
        : { at: proof_at, is_good: proof_is_good === true, detail: proof_detail ?? '' },
  }))
}

/** None while another one of the project is made. */
export function beginBackup(
  ref: string,
  { id, kind, engine, begunAt }: { id: string; kind: Backup['kind']; engine: EngineKind; begunAt: Date },
): ControlStatement {
  return {
    sql: `insert into control.backups (id, project_id, kind, status, engine, begun_at)
      select $2, p.id, $3, 'running', $4, $5::timestamptz from control.projects p
      where p.ref = $1 and not exists (
        select from control.backups b where b.project_id = p.id and b.status = 'running')`,
    parameters: [ref, id, kind, engine, begunAt.toISOString()],
    expect: 1,
  }
}

export function completeBackup(
  id: string,
  {
    bytes,
    walLine,
    consistentAt,
    endedAt,
  }: { bytes: number; walLine: string | undefined; consistentAt: Date; endedAt: Date },
): ControlStatement {
  return {
    sql: `update control.backups set status = 'completed', bytes = $2, wal_line = $3, ended_at = $4::timestamptz,
        consistent_at = $5::timestamptz
      where id = $1 and status = 'running'`,
    parameters: [id, bytes, walLine ?? null, endedAt.toISOString(), consistentAt.toISOString()],
    expect: 1,
  }
}

export function failBackup(id: string, error: string, endedAt: Date): ControlStatement {
  return {
    sql: `update control.backups set status = 'failed', error = $2, ended_at = $3::timestamptz
      where id = $1 and status = 'running'`,
    parameters: [id, error, endedAt.toISOString()],
  }
}

export function noteProof(id: string, { at, is_good, detail }: BackupProof): ControlStatement {
  return {
    sql: `update control.backups set proof_at = $2::timestamptz, proof_is_good = $3, proof_detail = $4 where id = $1`,
    parameters: [id, at, is_good, detail],
    expect: 1,
  }
}

export function forgetBackup(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.backups b using control.projects p
      where p.id = b.project_id and p.ref = $1 and b.id = $2`,
    parameters: [ref, id],
    expect: 1,
  }
}

/** Those that a process which is gone was making. */
export function failInterrupted(ref: string, error: string): ControlStatement {
  return {
    sql: `update control.backups b set status = 'failed', error = $2, ended_at = now()
      from control.projects p where p.id = b.project_id and p.ref = $1 and b.status = 'running'`,
    parameters: [ref, error],
  }
}

/** Refs of projects that have a schedule, keep their log, or have backups. */
export async function backedUpProjects(control: Pick<ControlDatabase, 'select'>): Promise<string[]> {
  const rows = await control.select<{ ref: string }>(
    `select p.ref from control.projects p
     where p.backups is not null or exists (select from control.backups b where b.project_id = p.id) order by p.id`,
  )
  return rows.map(({ ref }) => ref)
}
