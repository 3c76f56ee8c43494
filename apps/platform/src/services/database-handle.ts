/** Which database of a project a call is for: its own one, or what the handle names that the dashboard was given. */
import { DomainError } from '../domain-error.js'

export const DATABASE_HEADER = 'x-connection-encrypted'

const PREFIX = 'database:'

/** Opaque to the caller; it holds no address and no password. */
export function databaseHandle(databaseId: string): string {
  return Buffer.from(PREFIX + databaseId).toString('base64url')
}

/**
 * The id of the database. A project and a branch have one, whose id is their `ref`.
 * @param handle as it was sent; absent: the project's own
 * @throws DomainError database_not_found, also for a database of another project
 */
export function databaseOf(handle: string | undefined, { ref }: { ref: string }): string {
  if (handle === undefined || handle === databaseHandle(ref)) return ref
  throw new DomainError('database_not_found')
}
