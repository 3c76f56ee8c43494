/** Which of the project's databases runs and pages read from: the primary, or a read replica that is healthy. SPEC §2, §4 */
import type { ProjectDatabase } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { databasesQuery } from '../../data/databases.js'
import { chosenDatabasesOf } from '../../kernel/chosen-databases.js'
import { choosable, databaseOrder, lastPart, shortRegion } from '../../rules/project/replica-list.js'
import { replicasText } from '../../text/replicas.js'
import { sqlRunningText as text } from '../../text/sql-running.js'
import type { Needs } from '../context.js'
import { isHosted } from '../shell/current-page.js'

/** A database in the list. */
export interface DatabaseChoice {
  value: string
  label: string
  /** Why it can't be chosen. */
  hint?: string
}

export interface DatabaseSelector {
  readonly $database: ReadableAtom<string>
  readonly $databases: ReadableAtom<DatabaseChoice[]>
  /** Said below the list. */
  readonly $databasesNote: ReadableAtom<string | null>
  /** Where replicas are made; null: not offered in this build. */
  readonly $createHref: ReadableAtom<string | null>
  openDatabases(): void
  choose(identifier: string): void
}

export function createDatabaseSelector(
  { client, queries, router, $runtime }: Needs<'client' | 'queries' | 'router' | '$runtime'>,
  ref: string,
): DatabaseSelector {
  const chosen = chosenDatabasesOf(client)
  const $chosen = computed(
    chosen?.$all ?? atom({}),
    (all: Readonly<Record<string, { identifier: string; label: string }>>) => all[ref],
  )
  const $isWanted = atom(false)
  const $list = queries.follow(computed($isWanted, (wanted) => (wanted ? databasesQuery(client, ref) : null)))
  const known = (): ProjectDatabase[] => {
    const remote = $list.get()
    return remote?.status === 'ready' ? remote.data : []
  }
  return {
    $database: computed($chosen, (one) => one?.identifier ?? ref),
    $databases: computed([$list, $chosen], (remote, one): DatabaseChoice[] => {
      if (remote?.status === 'ready' && remote.data.length > 0)
        return databaseOrder(remote.data).map(choiceOf)
      const primary = { value: ref, label: text.primary }
      return one ? [primary, { value: one.identifier, label: one.label }] : [primary]
    }),
    $databasesNote: computed($list, (remote) => {
      if (remote?.status === 'failed') return text.databasesFailed
      return remote?.status === 'ready' && remote.data.length <= 1 ? text.noReplicas : null
    }),
    $createHref: computed($runtime, (runtime) =>
      isHosted(runtime) ? router.href('infrastructure', { ref }) : null,
    ),
    openDatabases: () => $isWanted.set(true),
    choose(identifier) {
      const database = known().find((one) => one.identifier === identifier)
      const { connectionString: handle } = database ?? {}
      if (identifier === ref) chosen?.choose(ref, null)
      else if (database && handle !== undefined && choosable(database.status).type === 'yes')
        chosen?.choose(ref, { identifier, handle, label: labelOf(database) })
    },
  }
}

function choiceOf(database: ProjectDatabase): DatabaseChoice {
  const { identifier: value, type, status } = database
  const label = labelOf(database)
  const can = choosable(status)
  return type === 'PRIMARY' || can.type === 'yes'
    ? { value, label }
    : { value, label, hint: replicasText.notChosen[can.why] }
}

function labelOf({ identifier, type, region }: ProjectDatabase): string {
  return type === 'PRIMARY' ? text.primary : replicasText.replica(shortRegion(region), lastPart(identifier))
}
