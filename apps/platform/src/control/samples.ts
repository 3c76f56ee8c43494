/** What was measured of the projects' databases over the last hours. */
import type { DatabaseSample } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

const SHOWN_HOURS = 24
const KEPT_DAYS = 7

export interface Sample extends DatabaseSample {
  /** Of all files; null: not known. */
  storage_bytes?: number | null
}

export function insertSample(
  ref: string,
  { at, size_bytes, connections, storage_bytes = null }: Sample,
): ControlStatement {
  return {
    sql: `insert into control.samples (project_id, at, size_bytes, connections, storage_bytes)
      select id, $2::timestamptz, $3::bigint, $4::int, $5::bigint from control.projects where ref = $1
      on conflict do nothing`,
    parameters: [ref, at, size_bytes, connections, storage_bytes],
  }
}

/** Bytes of the files of each project, as they were measured last. */
export function latestStorageSizes(
  control: Pick<ControlDatabase, 'select'>,
): Promise<{ ref: string; bytes: number }[]> {
  return control.select<{ ref: string; bytes: number }>(
    `select distinct on (p.ref) p.ref, s.storage_bytes::float8 as bytes from control.samples s
       join control.projects p on p.id = s.project_id
     where s.storage_bytes is not null order by p.ref, s.at desc`,
  )
}

/** Of the last day, the oldest first. */
export function readSamples(control: ControlDatabase, ref: string, now: Date): Promise<DatabaseSample[]> {
  return control.select<DatabaseSample>(
    `select s.at, s.size_bytes, s.connections from control.samples s
       join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.at > $2::timestamptz - make_interval(hours => ${SHOWN_HOURS}) order by s.at`,
    [ref, now.toISOString()],
  )
}

export const forgetOldSamples: ControlStatement = {
  sql: `delete from control.samples where at < now() - interval '${KEPT_DAYS} days'`,
}
