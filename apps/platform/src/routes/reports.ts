/** Series of a project over time. */
import { readReport, type ReportSeriesName } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { readReportOf } from '../control/report.js'
import type { Mount } from './mount.js'

export function reportRoutes(mount: Mount, { control }: { control: ControlDatabase }): void {
  mount.on(readReport, ({ project, query }) =>
    readReportOf(control, {
      ref: project.ref,
      from: new Date(query.from),
      to: new Date(query.to),
      names: query.names.split(',') as ReportSeriesName[],
    }),
  )
}
