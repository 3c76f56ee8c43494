/** Series of the fake platform's projects. A test adds points and changes. */
import {
  readReport,
  readRouteReport,
  ROUTES_SHOWN,
  type Report,
  type ReportChange,
  type ReportPoint,
  type ReportSeriesName,
  type RouteCalls,
  type RouteReport,
} from '../contract/reports.js'
import { fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, type FakeWorld } from './fake-world.js'

/** What the fake platform measured, of all its projects. */
export interface FakeReports {
  points: Partial<Record<ReportSeriesName, ReportPoint[]>>
  changes: ReportChange[]
  routes: RouteCalls[]
}

const HOUR_MS = 60 * 60_000

export function createFakeReports(): FakeReports {
  return { points: {}, changes: [], routes: [] }
}

export function reportRoutes(world: FakeWorld, reports: FakeReports): FakeRoute[] {
  return [
    fakeRoute(readReport, ({ params, query }): Report => {
      projectOf(world, params['ref'])
      const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
      const between = <Timed extends { at: string }>(all: readonly Timed[], begin: number, end: number) =>
        all.filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) < end)
      const ms = to - from
      return {
        resolution: ms <= 6 * HOUR_MS ? 'minute' : ms <= 14 * 24 * HOUR_MS ? 'hour' : 'day',
        series: (query.names.split(',') as ReportSeriesName[]).map((name) => ({
          name,
          points: between(reports.points[name] ?? [], from, to),
          before: between(reports.points[name] ?? [], from - ms, from),
        })),
        changes: between(reports.changes, from, to),
      }
    }),
    fakeRoute(readRouteReport, ({ params }): RouteReport => {
      projectOf(world, params['ref'])
      return {
        routes: reports.routes.toSorted((one, other) => other.calls - one.calls).slice(0, ROUTES_SHOWN),
        is_sample: false,
        status: { state: 'kept' },
        kept_days: 7,
        processes_away: 0,
      }
    }),
  ]
}
