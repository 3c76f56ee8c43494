/** What is in the directory of a replica. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../../is-there.js'
import { projectDirectory } from '../../project-directory.js'
import { replicasIn } from '../../replica-id.js'

/** Its files are unfinished, or of another history than its primary's. */
export const RESYNC_MARK = 'resync'

/** The name of the secret of the login that replicas of a primary stream as. */
export const replicationPasswordOf = (primary: DatabaseId) => `${primary}.replication-password`

/** Whether a server can be started from them. */
export async function isWholeReplica(dataDir: string, id: DatabaseId): Promise<boolean> {
  const project = projectDirectory(dataDir, id)
  if (await isThere(join(project, RESYNC_MARK))) return false
  return isThere(join(project, 'pg', 'PG_VERSION'))
}

export async function wholeReplicasIn(dataDir: string, primary: DatabaseId): Promise<DatabaseId[]> {
  const whole: DatabaseId[] = []
  for (const id of await replicasIn(dataDir, primary)) if (await isWholeReplica(dataDir, id)) whole.push(id)
  return whole
}

/** The files of its primary were replaced: it can't follow them. */
export async function needResync(dataDir: string, id: DatabaseId): Promise<void> {
  await writeFile(join(projectDirectory(dataDir, id), RESYNC_MARK), '', { flush: true })
}
