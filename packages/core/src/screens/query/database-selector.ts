/** Which of the project's databases a run goes to: the primary. Read replicas are listed once there are some. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { databasesQuery } from '../../data/databases.js'
import { sqlRunningText as text } from '../../text/sql-running.js'
import type { Needs } from '../context.js'

export interface DatabaseSelector {
  readonly $database: ReadableAtom<string>
  readonly $databases: ReadableAtom<{ value: string; label: string }[]>
  /** Said where the replicas would stand. */
  readonly $databasesNote: ReadableAtom<string | null>
  openDatabases(): void
}

export function createDatabaseSelector(
  { client, queries }: Needs<'client' | 'queries'>,
  ref: string,
): DatabaseSelector {
  const $isWanted = atom(false)
  const $list = queries.follow(computed($isWanted, (wanted) => (wanted ? databasesQuery(client, ref) : null)))
  return {
    $database: atom(ref),
    $databases: computed($list, (remote) => {
      const known = remote?.status === 'ready' ? remote.data : []
      const primary = known.find(({ identifier }) => identifier === ref)
      return [{ value: primary?.identifier ?? ref, label: text.primary }]
    }),
    $databasesNote: computed($list, (remote) => {
      if (remote?.status === 'failed') return text.databasesFailed
      return remote?.status === 'ready' && remote.data.length <= 1 ? text.noReplicas : null
    }),
    openDatabases: () => $isWanted.set(true),
  }
}
