/** Series of a project over a time, those of the time before, and what changed meanwhile. */
import { HOST_GAUGES } from '@basedeck/platform-client/contract'
import type {
  HostGauge,
  Report,
  ReportChange,
  ReportPoint,
  ReportResolution,
  ReportSeriesName,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase } from './control-database.js'
import { readHostSeries } from './host-series.js'
import { addValues, readSeries, RESOLUTIONS, type SeriesName, type SeriesPoint } from './series.js'
import type { ControlStatement } from './control-database.js'

const HOUR_MS = 60 * 60_000
const MINUTES_UP_TO_MS = 6 * HOUR_MS
const HOURS_UP_TO_MS = 14 * 24 * HOUR_MS
const MOST_CHANGES = 100
/** What may change how a project behaves. */
const CHANGES = [
  'function.deploy',
  'database.apply_migration',
  'database.revert_migration',
  'database.change_setting',
  'database.change_network_access',
  'database.install_extension',
  'database.remove_extension',
  'project.merge_branch',
  'project.restore',
  'project.pause',
  'project.resume',
  'project.set_addon',
  'project.remove_addon',
  'project.update_auth',
  'project.update_data_api',
  'project.update_pooler',
  'project.update_realtime',
]

export function reportResolution(ms: number): ReportResolution {
  if (ms <= MINUTES_UP_TO_MS) return 'minute'
  return ms <= HOURS_UP_TO_MS ? 'hour' : 'day'
}

export async function readReportOf(
  control: Pick<ControlDatabase, 'select'>,
  { ref, from, to, names }: { ref: string; from: Date; to: Date; names: readonly ReportSeriesName[] },
): Promise<Report> {
  const ms = to.getTime() - from.getTime()
  const resolution = reportResolution(ms)
  const start = new Date(from.getTime() - ms)
  const asked = { ref, resolution, from: start, to }
  const own = await readSeries(control, {
    ...asked,
    series: names.filter((name) => !isOfHost(name)) as SeriesName[],
  })
  const series = await Promise.all(
    names.map(async (name) => {
      const points = isOfHost(name)
        ? await readHostSeries(control, { ...asked, series: name })
        : own.filter((point) => point.name === name)
      const isNow = ({ at }: SeriesPoint) => Date.parse(at) >= from.getTime()
      return {
        name,
        points: points.filter(isNow).map(pointOf),
        before: points.filter((point) => !isNow(point)).map(pointOf),
      }
    }),
  )
  const changes = await control.select<ReportChange>(
    `select occurred_at as at, action, target from control.audit_log
     where project_ref = $1 and occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz
       and action = any (array(select json_array_elements_text($4::json)))
     order by occurred_at desc limit ${MOST_CHANGES}`,
    [ref, from.toISOString(), to.toISOString(), JSON.stringify(CHANGES)],
  )
  return {
    resolution,
    series,
    changes: changes.map((change) => ({ ...change, at: new Date(change.at).toISOString() })).reverse(),
  }
}

function isOfHost(name: ReportSeriesName): name is HostGauge {
  return HOST_GAUGES.some((one) => one === name)
}

function pointOf({ at, sum, max, last }: SeriesPoint): ReportPoint {
  return { at: new Date(at).toISOString(), sum, max, last }
}

/** Adds figures of a database to their points. @param at ISO 8601 */
export function insertFigures(
  ref: string,
  at: string,
  values: Readonly<Partial<Record<SeriesName, number>>>,
): ControlStatement {
  const rows = `select $1::text as ref, f.key as series, $2::timestamptz as at, f.value::numeric
    from json_each_text($3::json) f`
  return addValues(rows, RESOLUTIONS, [ref, at, JSON.stringify(values)])
}
