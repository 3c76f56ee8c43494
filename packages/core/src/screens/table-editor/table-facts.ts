/** What there is to know of a table beside its rows: its sizes, key and foreign keys. Asked for when it is looked at. SPEC §3 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tableSizesQuery } from '../../data/table-rows.js'
import type { Remote } from '../../kernel/query-store.js'
import { bytesText } from '../../rules/results/bytes.js'
import type { TableDetail } from '../../sql/table-detail.js'
import type { TableSizes } from '../../sql/table-sizes.js'
import { tableFactsText as text } from '../../text/table-facts.js'
import type { Needs } from '../context.js'
import { tableHref } from '../parts/table-href.js'

/** A fact of the table, as a sentence. */
export interface TableFact {
  key: string
  label: string
  value: string
}

/** A foreign key of the table, with the way to the table that it refers to. */
export interface ShownReference {
  key: string
  columns: string
  target: string
  href: string
}

/** What is shown of a table when it is asked about. */
export interface TableFacts {
  facts: readonly TableFact[]
  references: readonly ShownReference[]
}

/** The facts of the open table, fetched while they are looked at. */
export interface TableFactsState {
  /** Null: not asked for. */
  readonly $facts: ReadableAtom<Remote<TableFacts> | null>
  /** @param isOpen whether they are looked at */
  lookAtFacts(isOpen: boolean): void
}

export function createTableFacts(
  { client, queries, router }: Needs<'client' | 'queries' | 'router'>,
  { ref, $table }: { ref: string; $table: ReadableAtom<TableDetail | null> },
): TableFactsState {
  const $isOpen = atom(false)
  const $sizes = queries.follow(
    computed([$isOpen, $table], (isOpen, table) =>
      isOpen && table ? tableSizesQuery(client, ref, table.id) : null,
    ),
  )
  return {
    lookAtFacts: (isOpen) => $isOpen.set(isOpen),
    $facts: computed([$table, $sizes], (table, sizes): Remote<TableFacts> | null => {
      if (!table || !sizes) return null
      if (sizes.status !== 'ready') return sizes
      return {
        ...sizes,
        data: {
          facts: factsOf(table, sizes.data),
          references: table.references.map(({ name, columns, targetId, targetSchema, ...target }) => ({
            key: name,
            columns: columns.join(', '),
            target: `${targetSchema}.${target.targetTable} (${target.targetColumns.join(', ')})`,
            href: tableHref(router, ref, { id: targetId, schema: targetSchema }),
          })),
        },
      }
    }),
  }
}

function factsOf(table: TableDetail, sizes: TableSizes): TableFact[] {
  const bytes = (value: number | null) => (value === null ? null : bytesText(value))
  const rows = (value: number | null) => (value === null ? null : NUMBER.format(value))
  const values: Record<keyof typeof text.facts, string | null> = {
    name: `${table.schema}.${table.name}`,
    comment: table.comment,
    key: table.key.length > 0 ? table.key.join(', ') : text.noKey,
    columns: String(table.columns.length),
    estimatedRows: rows(table.estimatedRows),
    liveRows: rows(sizes.liveRows),
    deadRows: rows(sizes.deadRows),
    totalBytes: bytes(sizes.totalBytes),
    tableBytes: bytes(sizes.tableBytes),
    indexBytes: bytes(sizes.indexBytes),
  }
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ key, label: text.facts[key as keyof typeof text.facts], value }],
  )
}

const NUMBER = new Intl.NumberFormat('en-US')
