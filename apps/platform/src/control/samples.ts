/** What was measured of the projects' databases over the last hours. */
import type { DatabaseSample } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { addValues, RESOLUTIONS } from './series.js'

const SHOWN_HOURS = 24

export interface Sample extends DatabaseSample {
  /** Of all files; null: not known. */
  storage_bytes?: number | null
}

/** The sizes of the day are those that `recordSize` gives; of sessions the day is kept too. */
export function insertSample(
  ref: string,
  { at, size_bytes, connections, storage_bytes = null }: Sample,
): ControlStatement {
  const rows = `select $1::text as ref, m.series, $2::timestamptz as at, m.value::numeric
    from (values ('DATABASE_SIZE', $3::bigint), ('CONNECTIONS', $4::bigint), ('STORAGE_SIZE', $5::bigint)) m (series, value)
    where m.value is not null`
  const parameters = [ref, at, size_bytes, connections, storage_bytes]
  return addValues(rows, RESOLUTIONS, parameters, `r.resolution <> 'day' or v.series = 'CONNECTIONS'`)
}

/** Bytes of the files of each project, as they were measured last. */
export function latestStorageSizes(
  control: Pick<ControlDatabase, 'select'>,
): Promise<{ ref: string; bytes: number }[]> {
  return control.select<{ ref: string; bytes: number }>(
    `select distinct on (p.ref) p.ref, s.last::float8 as bytes from control.series s
       join control.projects p on p.id = s.project_id
     where s.series = 'STORAGE_SIZE' and s.resolution = 'minute' order by p.ref, s.at desc`,
  )
}

/** Bytes of the files of one project, as they were measured last; null: never. */
export async function storageSizeOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<number | null> {
  const [row] = await control.select<{ bytes: number }>(
    `select s.last::float8 as bytes from control.series s join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.series = 'STORAGE_SIZE' and s.resolution = 'minute' order by s.at desc limit 1`,
    [ref],
  )
  return row?.bytes ?? null
}

/** Of the last day, the oldest first. */
export function readSamples(control: ControlDatabase, ref: string, now: Date): Promise<DatabaseSample[]> {
  return control.select<DatabaseSample>(
    `select s.last_at as at, s.last::float8 as size_bytes, c.last::float8::int as connections
     from control.series s
       join control.projects p on p.id = s.project_id
       join control.series c on c.project_id = s.project_id and c.series = 'CONNECTIONS'
         and c.resolution = s.resolution and c.at = s.at
     where p.ref = $1 and s.series = 'DATABASE_SIZE' and s.resolution = 'minute'
       and s.last_at > $2::timestamptz - make_interval(hours => ${SHOWN_HOURS}) order by s.at`,
    [ref, now.toISOString()],
  )
}
