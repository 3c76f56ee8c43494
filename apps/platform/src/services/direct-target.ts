/** Where programs reach a project's database without a pooler. */
import type { DatabaseFacts } from '../control/databases.js'
import type { DatabaseAddress } from '../engines/engine.js'
import type { ProjectLife } from '../project-life/project-life.js'

export type DirectTarget = Pick<DatabaseFacts, 'db_host' | 'db_port' | 'db_name' | 'db_user'>

export interface DirectTargetDeps {
  life: Pick<ProjectLife, 'isHere'>
  isPlatform: boolean
  /** Where programs reach the databases in PGlite; undefined: nowhere. */
  pgliteAddress?(): DatabaseAddress | undefined
}

/** `db_port` 0: nowhere. @param ref of the project */
export function directTarget(
  { life, isPlatform, pgliteAddress }: DirectTargetDeps,
  ref: string,
  row: DirectTarget & Pick<DatabaseFacts, 'engine' | 'installation_id'>,
): DirectTarget {
  const { engine, db_host, db_port, db_name, db_user } = row
  if (engine !== 'pglite') return { db_host, db_port, db_name, db_user }
  const address = life.isHere(row) ? pgliteAddress?.() : undefined
  if (address === undefined) return { db_host, db_port: 0, db_name, db_user }
  // One port serves all projects, so that the user names the project.
  return {
    db_host: address.host,
    db_port: address.port,
    db_name,
    db_user: isPlatform ? `${db_user}.${ref}` : db_user,
  }
}
