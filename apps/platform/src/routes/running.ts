/** What runs in a project's database, and the way to stop it. */
import { cancelRunning, listRunning } from '@basedeck/platform-client/contract'
import type { Mount } from './mount.js'
import type { ProjectLife } from '../project-life/project-life.js'

export function runningRoutes(mount: Mount, life: Pick<ProjectLife, 'database'>): void {
  mount.on(listRunning, async ({ database }) => (await life.database(database)).running())

  mount.on(cancelRunning, async ({ database: id, params }) => {
    const database = await life.database(id)
    return { cancelled: await database.cancelRunning(params['runningId'] ?? '') }
  })
}
