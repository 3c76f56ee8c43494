/** What was measured of a project over time. */
import {
  readReport,
  readRouteReport,
  type Client,
  type Report,
  type ReportSeriesName,
  type RouteReport,
} from '@basedeck/platform-client'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

/** @param range milliseconds since 1970 */
export function reportQuery(
  client: Client,
  ref: string,
  { from, to }: { from: number; to: number },
  names: readonly ReportSeriesName[],
): QueryData<Report> {
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), names: names.join(',') }
  return {
    key: [...projectKey(ref), 'report', query],
    fetch: (signal) => client.call(readReport, { params: { ref }, query }, { signal }),
  }
}

/** @param range milliseconds since 1970 */
export function routeReportQuery(
  client: Client,
  ref: string,
  { from, to }: { from: number; to: number },
): QueryData<RouteReport> {
  const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  return {
    key: [...projectKey(ref), 'route-report', query],
    fetch: (signal) => client.call(readRouteReport, { params: { ref }, query }, { signal }),
  }
}
