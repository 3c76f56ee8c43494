/** What runs in a project's database, and the way to stop it. */
import { cancelRunning, listRunning } from '@basedeck/platform-client/contract'
import type { Mount } from '../http/mount.js'
import type { ProjectLife } from '../project-life/project-life.js'

export function runningRoutes(mount: Mount, life: Pick<ProjectLife, 'database'>): void {
  mount.on(listRunning, async ({ project }) => (await life.database(project.ref)).running())

  mount.on(cancelRunning, async ({ project, params }) => {
    const database = await life.database(project.ref)
    return { cancelled: await database.cancelRunning(params['runningId'] ?? '') }
  })
}
