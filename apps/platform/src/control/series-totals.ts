/** What the points of several series of a project come to in a time. */
import { HOST_GAUGES, type ReportSeriesName } from '@basedeck/platform-client/contract'
import type { SeriesTotal } from '@basedeck/core/rules'
import type { ControlDatabase } from './control-database.js'
import { readHostSeries } from './host-series.js'

/** By the minute; series without points are left out. */
export async function seriesTotals(
  control: Pick<ControlDatabase, 'select'>,
  { ref, names, from, to }: { ref: string; names: readonly ReportSeriesName[]; from: Date; to: Date },
): Promise<SeriesTotal[]> {
  const own = await control.select<SeriesTotal>(
    `select s.series as name, sum(s.count)::float8 as count, sum(s.sum)::float8 as sum, max(s.max)::float8 as max
     from control.series s join control.projects p on p.id = s.project_id
     where p.ref = $1 and s.series = any (array(select json_array_elements_text($2::json))) and s.resolution = 'minute'
       and s.at >= $3::timestamptz and s.at < $4::timestamptz
     group by s.series`,
    [ref, JSON.stringify(names), from.toISOString(), to.toISOString()],
  )
  const hosts = await Promise.all(
    HOST_GAUGES.filter((name) => names.includes(name)).map(async (name) => {
      const points = await readHostSeries(control, { ref, series: name, resolution: 'minute', from, to })
      return points.reduce<SeriesTotal>(
        (total, { count, sum, max }) => ({
          name,
          count: total.count + count,
          sum: total.sum + sum,
          max: Math.max(total.max, max),
        }),
        { name, count: 0, sum: 0, max: 0 },
      )
    }),
  )
  return [...own, ...hosts.filter(({ count }) => count > 0)]
}
