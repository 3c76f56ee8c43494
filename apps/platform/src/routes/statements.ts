/** What the statements of a project came to over time. */
import { compareStatements as compare, getStatementHistory } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { compareStatements, statementPoints } from '../control/statement-series.js'
import type { Mount } from './mount.js'

export function statementRoutes(mount: Mount, control: ControlDatabase): void {
  mount.on(compare, ({ project, query }) =>
    compareStatements(control, { ref: project.ref, hours: query.hours, now: new Date() }),
  )

  mount.on(getStatementHistory, async ({ project, params, query }) => ({
    points: await statementPoints(control, {
      ref: project.ref,
      queryId: params['queryId'] ?? '',
      role: query.role,
      resolution: query.resolution,
    }),
  }))
}
