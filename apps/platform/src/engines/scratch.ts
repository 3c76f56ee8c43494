/** Temporary databases. Each one runs in a separate server or worker, so that its SQL can't reach a project. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Refs of projects have no hyphen, so none is called so. */
const PREFIX = 'scratch-'

export function scratchId(): DatabaseId {
  return PREFIX + randomBytes(8).toString('hex')
}

/** Those whose program ended before it dropped them. @param isInUse whether this process made it, and uses it */
export async function leftScratches(
  dataDir: string,
  isInUse: (id: DatabaseId) => boolean,
): Promise<DatabaseId[]> {
  const names = await readdir(join(dataDir, 'projects')).catch((): string[] => [])
  return names.filter((name) => name.startsWith(PREFIX) && !isInUse(name))
}
