/** Tells every process that what a project's database holds changed. */
import type { ControlStatement } from './control-database.js'

/** `storage`: files, buckets or file limits; `schema`: what the catalogue lists. */
export type DataTopic = 'storage' | 'schema'

/** What changed, of which project. */
export interface DataChange {
  topic: DataTopic
  ref: string
}

/** Processes that share a control plane hear it on this channel, as `dataChangeIn` reads it. */
export const DATA_CHANNEL = 'basedeck_data'

const TELLS = `select to_json(pg_notify('${DATA_CHANNEL}', $1)::text)`

export function tellDataChange({ topic, ref }: DataChange): ControlStatement {
  return { sql: TELLS, parameters: [`${topic} ${ref}`] }
}

/** Undefined: a newer version of the platform told it. */
export function dataChangeIn(payload: string): DataChange | undefined {
  const [topic, ref] = payload.split(' ')
  return ref !== undefined && (topic === 'storage' || topic === 'schema') ? { topic, ref } : undefined
}

/** The changes that the statements tell of, each once. */
export function changesToldBy(statements: readonly ControlStatement[]): DataChange[] {
  const payloads = statements.flatMap(({ sql, parameters: [payload] = [] }) =>
    sql === TELLS && typeof payload === 'string' ? [payload] : [],
  )
  return [...new Set(payloads)].flatMap((payload) => dataChangeIn(payload) ?? [])
}
