/** The policies of the open table. Asked for when they are looked at. SPEC §2 (policies), §3 (rls_enabled) */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tablePoliciesQuery } from '../../data/table-rows.js'
import type { Remote } from '../../kernel/query-store.js'
import type { TableDetail } from '../../sql/table-detail.js'
import type { TablePolicy } from '../../sql/table-policies.js'
import { tableFactsText as text } from '../../text/table-facts.js'
import type { Needs } from '../context.js'
import type { TableFact } from './table-facts.js'

/** A policy, and what it says as facts. */
export interface ShownPolicy {
  name: string
  facts: readonly TableFact[]
}

/** Row-level security of the open table, fetched while it is looked at. */
export interface TableSecurity {
  /** Null: not asked for. */
  readonly $policies: ReadableAtom<Remote<readonly ShownPolicy[]> | null>
  /** Where policies are looked through. */
  readonly $policiesHref: ReadableAtom<string>
  /** @param isOpen whether they are looked at */
  lookAtPolicies(isOpen: boolean): void
}

export function createTableSecurity(
  { client, queries, router }: Needs<'client' | 'queries' | 'router'>,
  { ref, $table }: { ref: string; $table: ReadableAtom<TableDetail | null> },
): TableSecurity {
  const $isOpen = atom(false)
  const $remote = queries.follow(
    computed([$isOpen, $table], (isOpen, table) =>
      isOpen && table ? tablePoliciesQuery(client, ref, table.id) : null,
    ),
  )
  return {
    lookAtPolicies: (isOpen) => $isOpen.set(isOpen),
    $policiesHref: computed($table, (table) => {
      const query = table ? `?${new URLSearchParams({ schema: table.schema })}` : ''
      return `${router.href('policies', { ref })}${query}`
    }),
    $policies: computed($remote, (remote): Remote<readonly ShownPolicy[]> | null =>
      remote?.status === 'ready' ? { ...remote, data: remote.data.map(shownPolicy) } : remote,
    ),
  }
}

function shownPolicy({ name, command, isPermissive, roles, using, check }: TablePolicy): ShownPolicy {
  const values: Record<keyof typeof text.policy, string | null> = {
    command: text.command(command, isPermissive),
    roles,
    using,
    check,
  }
  return {
    name,
    facts: Object.entries(values).flatMap(([key, value]) =>
      value === null ? [] : [{ key, label: text.policy[key as keyof typeof text.policy], value }],
    ),
  }
}
