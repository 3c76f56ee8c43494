/** Names of read replicas: a replica is a database of a project, with a directory of its own beside that of its primary. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Refs of projects have no hyphen. */
const FORM = /^([a-z0-9_]+)-rr-[a-z0-9-]+$/

/** Its last part tells replicas of one region apart. */
export function newReplicaId(primary: DatabaseId, region: string): DatabaseId {
  return `${primary}-rr-${region}-${randomBytes(3).toString('hex')}`
}

/** The primary that a replica follows; undefined: the id is none of a replica. */
export function primaryOf(id: DatabaseId): DatabaseId | undefined {
  return FORM.exec(id)?.[1]
}

/** Replicas of a primary whose files are in the data directory, unfinished ones too. */
export async function replicasIn(dataDir: string, primary: DatabaseId): Promise<DatabaseId[]> {
  const names = await readdir(join(dataDir, 'projects')).catch((): string[] => [])
  return names.filter((name) => primaryOf(name) === primary).toSorted()
}

/** The replication slot of a replica. PostgreSQL allows no hyphen in it. */
export function slotOf(id: DatabaseId): string {
  return id.replaceAll('-', '_')
}
