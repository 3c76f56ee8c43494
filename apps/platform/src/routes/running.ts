/** What runs in a project's database, and the way to stop it. */
import { cancelRunning, listRunning } from '@basedeck/platform-client/contract'
import { mayWrite } from './query.js'
import type { Mount } from './mount.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { shape, shownSql } from '../services/kept-sql.js'

export function runningRoutes(mount: Mount, life: Pick<ProjectLife, 'database'>): void {
  mount.on(listRunning, async ({ caller, project, database: id }) => {
    const running = await (await life.database(id)).running()
    const shown = mayWrite(caller, project) ? shownSql : shape
    return Promise.all(running.map(async (one) => ({ ...one, query: await shown(one.query) })))
  })

  mount.on(cancelRunning, async ({ database: id, params }) => {
    const database = await life.database(id)
    return { cancelled: await database.cancelRunning(params['runningId'] ?? '') }
  })
}
