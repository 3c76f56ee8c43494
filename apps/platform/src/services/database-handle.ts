/** Which database of a project a call is for: the primary, or what the handle names that the dashboard was given. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import { projectOfDatabase } from '../control/databases.js'
import { DomainError } from '../kernel/domain-error.js'

export const DATABASE_HEADER = 'x-connection-encrypted'

const PREFIX = 'database:'

/** Opaque to the caller; it holds no address and no password. */
export function databaseHandle(id: DatabaseId): string {
  return Buffer.from(PREFIX + id).toString('base64url')
}

/**
 * @param handle the handle of the request; absent: the primary database
 * @throws DomainError database_not_found, also for a database of another project
 */
export async function databaseOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  handle: string | undefined,
  { ref }: { ref: string },
): Promise<DatabaseId> {
  if (handle === undefined) return ref
  const text = Buffer.from(handle, 'base64url').toString()
  const id = text.slice(PREFIX.length)
  if (id === '' || databaseHandle(id) !== handle) throw new DomainError('database_not_found')
  if (id !== ref && (await projectOfDatabase(control, id)) !== ref)
    throw new DomainError('database_not_found')
  return id
}
