/** How large databases and files are and were, by the series of the projects. */
import type { ControlDatabase } from './control-database.js'

/** Bytes of a project's database and files, as they were measured last. */
export async function latestSizes(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<Partial<Record<'DATABASE_SIZE' | 'STORAGE_SIZE', number>>> {
  const rows = await control.select<{ series: string; bytes: number }>(
    `select distinct on (s.series) s.series, s.last::float8 as bytes from control.series s
       join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.series in ('DATABASE_SIZE', 'STORAGE_SIZE') order by s.series, s.last_at desc`,
    [ref],
  )
  return Object.fromEntries(rows.map(({ series, bytes }) => [series, bytes]))
}

/**
 * What databases and files of all projects whose databases are in data directories came to at the end of each day. A day on which
 * a project was not measured counts its last size before.
 */
export async function storedByDay(
  control: Pick<ControlDatabase, 'select'>,
  { since }: { since: Date },
): Promise<{ at: string; bytes: number }[]> {
  return control.select<{ at: string; bytes: number }>(
    `with measured as (
       select s.project_id, s.series, s.at, s.last::float8 as bytes from control.series s
         join control.databases d on d.project_id = s.project_id and d.type = 'PRIMARY'
       where s.series in ('DATABASE_SIZE', 'STORAGE_SIZE') and s.resolution = 'day'
         and (s.series = 'STORAGE_SIZE' or d.installation_id is not null)
     ), days as (select distinct at from measured where at >= $1::timestamptz)
     select to_char(days.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, sum(m.bytes)::float8 as bytes
     from days cross join lateral (
       select distinct on (project_id, series) bytes from measured
       where measured.at <= days.at order by project_id, series, measured.at desc
     ) m group by days.at order by days.at`,
    [since.toISOString()],
  )
}
