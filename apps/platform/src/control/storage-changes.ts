/** Tells every process that the files of a project changed, or their limits. */
import type { ControlStatement } from './control-database.js'

/** Processes that share a control plane hear it on this channel. */
export const STORAGE_CHANNEL = 'basedeck_storage'

const TELLS = `select to_json(pg_notify('${STORAGE_CHANNEL}', $1)::text)`

export function tellStorageChange(ref: string): ControlStatement {
  return { sql: TELLS, parameters: [ref] }
}

/** The projects that the statements tell of. */
export function storagesToldBy(statements: readonly ControlStatement[]): Set<string> {
  const refs = statements.flatMap(({ sql, parameters: [ref] = [] }) =>
    sql === TELLS && typeof ref === 'string' ? [ref] : [],
  )
  return new Set(refs)
}
