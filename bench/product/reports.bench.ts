/** A report of 90 days of a project: all series with those of the period before, from a control plane that has been in use. */
import { readReport, REPORT_SERIES } from '@basedeck/platform-client'
import { OWN_REF } from '../../apps/platform/src/control/own-installation.js'
import { runApp } from '../../apps/platform/test/running-app.js'
import { timed, type BenchResult } from '../bench-result.js'

const DAY_MS = 24 * 60 * 60_000
const READS = 20
/** Days and hours that are kept, and minutes as far as one report goes back. */
const POINTS = { day: 400, hour: 60 * 24, minute: 2 * 6 * 60 }

export async function run(): Promise<BenchResult[]> {
  const app = await runApp('pglite')
  try {
    for (const [resolution, points] of Object.entries(POINTS))
      await app.control.write([
        {
          sql: `insert into control.series (project_id, series, resolution, at, count, sum, min, max, last, last_at)
            select p.id, s.name, $2, t.at, 6, n, 1, n, n, t.at
            from control.projects p cross join json_array_elements_text($3::json) s (name)
              cross join generate_series(1, $4::int) n
              cross join lateral (select date_trunc($2, now() at time zone 'UTC') at time zone 'UTC'
                - make_interval(mins => n * $5::int) as at) t
            where p.ref = $1 on conflict do nothing`,
          parameters: [
            OWN_REF,
            resolution,
            JSON.stringify(REPORT_SERIES),
            points,
            { day: 1440, hour: 60, minute: 1 }[resolution] ?? 1,
          ],
        },
      ])
    const to = Date.now()
    const read = (ms: number, names: readonly string[]) =>
      app.client.call(readReport, {
        params: { ref: OWN_REF },
        query: {
          from: new Date(to - ms).toISOString(),
          to: new Date(to).toISOString(),
          names: names.join(','),
        },
      })
    const figure = async (name: string, ms: number, names: readonly string[]) => ({
      name,
      value: await timed(READS, () => read(ms, names)),
      unit: 'ms',
      budget: 300,
    })
    return [
      await figure('90 days, all series', 90 * DAY_MS, REPORT_SERIES),
      await figure('90 days, one series', 90 * DAY_MS, ['API_REQUESTS']),
      await figure('14 days by the hour, all series', 14 * DAY_MS, REPORT_SERIES),
      await figure('6 hours by the minute, all series', DAY_MS / 4, REPORT_SERIES),
    ]
  } finally {
    await app.stop()
  }
}
