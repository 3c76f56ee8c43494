/**
 * What is measured and counted of projects, by the minute, the hour and the day. This file owns the table; usage and samples
 * read and write through it.
 */
import type { HostGauge, ReportSeriesName } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** The series of a project. Those of the machine are in `control.host_series`. */
export type SeriesName = Exclude<ReportSeriesName, HostGauge>
export const RESOLUTIONS = ['minute', 'hour', 'day'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Days for which the points of a resolution are kept. */
export const KEPT_DAYS: Readonly<Record<Resolution, number>> = { minute: 7, hour: 60, day: 400 }

/** A value of a moment. What is counted adds up; of what is measured the points know least, most and last. */
export interface SeriesValue {
  ref: string
  series: SeriesName
  /** ISO 8601. */
  at: string
  value: number
}

/** What the values of a minute, an hour or a day come to. */
export interface SeriesPoint {
  /** Where it begins, ISO 8601. */
  at: string
  count: number
  sum: number
  min: number
  max: number
  last: number
}

/**
 * For an alias `s` of the table: another value of the same point, in `excluded`. Several of a point in one statement must be
 * put together before.
 */
export const ADDED = `count = s.count + excluded.count, sum = s.sum + excluded.sum,
  min = least(s.min, excluded.min), max = greatest(s.max, excluded.max),
  last = case when s.last_at > excluded.last_at then s.last else excluded.last end,
  last_at = greatest(s.last_at, excluded.last_at)`
const ADD = `on conflict (project_id, series, resolution, at) do update set ${ADDED}`

/** A point of a resolution begins where the time is cut to it, in UTC. */
export const BEGINNING = (resolution: string, at: string) =>
  `date_trunc(${resolution}, ${at} at time zone 'UTC') at time zone 'UTC'`

/**
 * Adds values to their points. A project that is gone is left out.
 * @param rows SQL that gives ref, series, at and value; its parameters come first
 */
export function addValues(
  rows: string,
  resolutions: readonly Resolution[],
  parameters: NonNullable<ControlStatement['parameters']>,
  /** Of `v` and `r`: which value goes into which resolution. Default: each into all. */
  where = 'true',
): ControlStatement {
  const list = resolutions.map((one) => `('${one}')`).join(', ')
  return {
    sql: `insert into control.series as s
        (project_id, series, resolution, at, count, sum, min, max, last, last_at)
      select p.id, v.series, r.resolution, ${BEGINNING('r.resolution', 'v.at')}, count(*), sum(v.value), min(v.value),
        max(v.value), (array_agg(v.value order by v.at desc))[1], max(v.at)
      from (${rows}) v join control.projects p on p.ref = v.ref cross join (values ${list}) r (resolution)
      where ${where}
      group by 1, 2, 3, 4
      ${ADD}`,
    parameters,
  }
}

/** Adds values to the points of a minute and an hour; those of a day belong to usage. */
export function addToSeries(values: readonly SeriesValue[]): ControlStatement {
  return addValues(
    'select * from json_to_recordset($1::json) a (ref text, series text, at timestamptz, value numeric)',
    ['minute', 'hour'],
    [JSON.stringify(values)],
  )
}

/** The points of several series of a project between two moments, in one reading, the oldest first. */
export function readSeries(
  control: Pick<ControlDatabase, 'select'>,
  asked: { ref: string; series: readonly SeriesName[]; resolution: Resolution; from: Date; to: Date },
): Promise<(SeriesPoint & { name: SeriesName })[]> {
  return control.select<SeriesPoint & { name: SeriesName }>(
    `select s.series as name, s.at, s.count::float8, s.sum::float8, s.min::float8, s.max::float8, s.last::float8
     from control.series s join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.series = any (array(select json_array_elements_text($2::json))) and s.resolution = $3
       and s.at >= $4::timestamptz and s.at < $5::timestamptz
     order by s.at`,
    [
      asked.ref,
      JSON.stringify(asked.series),
      asked.resolution,
      asked.from.toISOString(),
      asked.to.toISOString(),
    ],
  )
}

/** Adds measured values to the points of all resolutions. */
export function addGauges(values: readonly SeriesValue[]): ControlStatement {
  return addValues(
    'select * from json_to_recordset($1::json) a (ref text, series text, at timestamptz, value numeric)',
    RESOLUTIONS,
    [JSON.stringify(values)],
  )
}

/** The newest day of a series stays: a database that is closed since has the size that it had. */
export const forgetOldPoints: ControlStatement = {
  sql: `delete from control.series s where s.at < now() - case s.resolution
      ${RESOLUTIONS.map((one) => `when '${one}' then interval '${KEPT_DAYS[one]} days'`).join(' ')} end
    and (s.resolution <> 'day' or exists (select from control.series n where n.project_id = s.project_id
      and n.series = s.series and n.resolution = 'day' and n.at > s.at))`,
}
