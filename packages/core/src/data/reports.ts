/** What was measured of a project over time. */
import { readReport, type Client, type Report, type ReportSeriesName } from '@basedeck/platform-client'
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
