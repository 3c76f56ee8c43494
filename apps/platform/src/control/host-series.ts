/** What is measured of the machines that run projects: processor, memory and disk, in percent, as points of the series. */
import type { HostGauge } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { ADDED, BEGINNING, KEPT_DAYS, RESOLUTIONS, type Resolution, type SeriesPoint } from './series.js'

/** @param at ISO 8601 */
export function addHostValues(
  installationId: string,
  at: string,
  values: Readonly<Partial<Record<HostGauge, number>>>,
): ControlStatement {
  const list = RESOLUTIONS.map((one) => `('${one}')`).join(', ')
  return {
    sql: `insert into control.host_series as s
        (installation_id, series, resolution, at, count, sum, min, max, last, last_at)
      select $1, f.key, r.resolution, ${BEGINNING('r.resolution', '$2::timestamptz')}, 1, f.value::numeric,
        f.value::numeric, f.value::numeric, f.value::numeric, $2::timestamptz
      from json_each_text($3::json) f cross join (values ${list}) r (resolution)
      on conflict (installation_id, series, resolution, at) do update set ${ADDED}`,
    parameters: [installationId, at, JSON.stringify(values)],
  }
}

/** Of the machine that runs a project; where none holds it, of all machines together, each time the highest. */
export function readHostSeries(
  control: Pick<ControlDatabase, 'select'>,
  asked: { ref: string; series: HostGauge; resolution: Resolution; from: Date; to: Date },
): Promise<SeriesPoint[]> {
  return control.select<SeriesPoint>(
    `select s.at, sum(s.count)::float8 as count, sum(s.sum)::float8 as sum, min(s.min)::float8 as min,
       max(s.max)::float8 as max, max(s.last)::float8 as last
     from control.host_series s
     where s.series = $2 and s.resolution = $3 and s.at >= $4::timestamptz and s.at < $5::timestamptz
       and coalesce((select d.installation_id::text from control.databases d where d.identifier = $1), s.installation_id)
         = s.installation_id
     group by s.at order by s.at`,
    [asked.ref, asked.series, asked.resolution, asked.from.toISOString(), asked.to.toISOString()],
  )
}

export const forgetOldHostPoints: ControlStatement = {
  sql: `delete from control.host_series s where s.at < now() - case s.resolution
      ${RESOLUTIONS.map((one) => `when '${one}' then interval '${KEPT_DAYS[one]} days'`).join(' ')} end`,
}
