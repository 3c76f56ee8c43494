/** Series of a project over time, and the calls of its API by route. */
import {
  readReport,
  readRouteReport,
  type ReportSeriesName,
  type RouteReport,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { readReportOf } from '../control/report.js'
import { searchedFrom } from '../log-lines/kept-days.js'
import { mergedRoutes, routeCallsOf, routeCallsSql } from '../log-lines/route-calls.js'
import { SERVED } from '../services/served-services.js'
import { foundIn, NO_LINES, NO_PEERS, type LogRouteDeps } from './logs.js'
import type { Mount } from './mount.js'

export type ReportRouteDeps = Omit<LogRouteDeps, 'countPeers'> & { control: ControlDatabase }

export function reportRoutes(
  mount: Mount,
  { control, lines = NO_LINES, askPeers = NO_PEERS, keptDays }: ReportRouteDeps,
): void {
  mount.on(readReport, ({ project, query }) =>
    readReportOf(control, {
      ref: project.ref,
      from: new Date(query.from),
      to: new Date(query.to),
      names: query.names.split(',') as ReportSeriesName[],
    }),
  )

  mount.on(readRouteReport, async ({ c, project, query }): Promise<RouteReport> => {
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
    const days = await keptDays.of(project.ref)
    const before = from - (to - from)
    const begin = searchedFrom(before, days, Date.now())
    const search = { project: project.ref, from: begin, to, sources: SERVED, sql: routeCallsSql(from) }
    const [asked, theirs] = await Promise.all([lines.query(search, c.req.raw.signal), askPeers(c)])
    const answer = foundIn(asked)
    const parts = theirs.answers.map((one) => one as RouteReport)
    const own = answer ? routeCallsOf(answer, begin <= before && !answer.isSample) : []
    return {
      routes: mergedRoutes([own, ...parts.map(({ routes }) => routes)]),
      is_sample: answer?.isSample === true || parts.some((part) => part.is_sample),
      status: await lines.status(),
      kept_days: days,
      processes_away: theirs.away,
    }
  })
}
