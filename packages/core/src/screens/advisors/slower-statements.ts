/** Statements that got slower since yesterday, as far as they were measured. */
import { computed, type ReadableAtom } from 'nanostores'
import { comparisonQuery, statementTextsQuery } from '../../data/statements.js'
import type { Remote } from '../../kernel/query-store.js'
import { slowerStatements, type SlowerStatement } from '../../rules/advisors/slower-statements.js'
import { queryPerformanceText as text } from '../../text/query-performance.js'
import type { Needs } from '../context.js'

/** One that got slower. */
export interface SlowerRow {
  id: string
  /** Its text, or that PostgreSQL no longer keeps it. */
  statement: string
  isKept: boolean
  role: string
  before: string
  now: string
  factor: string
  calls: string
  open(): void
}

/** What got slower. `since`: when measuring began, ISO 8601; null: nothing was measured yet. */
export interface SlowerStatements {
  readonly $view: ReadableAtom<Remote<{ since: string | null; rows: SlowerRow[] }>>
}

const SHOWN_MAX = 10

export function createSlowerStatements(
  { client, queries }: Needs<'client' | 'queries'>,
  {
    ref,
    $schema,
    open,
  }: {
    ref: string
    $schema: ReadableAtom<string | null>
    open: (statement: { queryId: string; userId: string; role: string }) => void
  },
): SlowerStatements {
  const $compared = queries.store(comparisonQuery(client, ref))
  const $slower = computed($compared, (remote) =>
    remote.status === 'ready' ? slowerStatements(remote.data.statements).slice(0, SHOWN_MAX) : [],
  )
  const $texts = queries.follow(
    computed([$schema, $slower], (schema, slower) =>
      schema === null || slower.length === 0
        ? null
        : statementTextsQuery(
            client,
            ref,
            schema,
            slower.map(({ query_id }) => query_id),
          ),
    ),
  )
  return {
    $view: computed([$compared, $slower, $texts], (remote, slower, texts) => {
      if (remote.status !== 'ready') return remote
      const known = texts?.status === 'ready' ? texts.data : []
      const rowOf = ({
        query_id: queryId,
        role,
        meanMs,
        beforeMs,
        factor,
        calls,
      }: SlowerStatement): SlowerRow => {
        const kept = known.find((one) => one.queryId === queryId && one.role === role)
        return {
          id: `${queryId} ${role}`,
          statement: kept?.text ?? text.slower.gone,
          isKept: kept !== undefined,
          role,
          before: text.ms(beforeMs),
          now: text.ms(meanMs),
          factor: text.slower.factor(factor),
          calls: calls.toLocaleString('en'),
          open: () => kept && open({ queryId, userId: kept.userId, role }),
        }
      }
      return { ...remote, data: { since: remote.data.since, rows: slower.map(rowOf) } }
    }),
  }
}
