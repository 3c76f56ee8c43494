/** One statement in a panel: its text, what was counted, its plan, the indexes that may help, and its hours. */
import type { StatementPoint } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  explainedStatementQuery,
  statementDetailQuery,
  statementHistoryQuery,
  type ExplainedStatement,
  type TriedIndex,
} from '../../data/statements.js'
import type { Remote } from '../../kernel/query-store.js'
import { bytesText } from '../../rules/results/bytes.js'
import { planLines, type PlanLine } from '../../rules/advisors/statement-plan.js'
import { indexText, isExplainable } from '../../sql/statement-explain.js'
import type { StatementDetail } from '../../sql/statement-statistics.js'
import { queryPerformanceText } from '../../text/query-performance.js'
import type { Needs } from '../context.js'

const text = queryPerformanceText.panel

/** An index that may help. */
export interface ShownIndex {
  sql: string
  /** What it was worth, where it was tried. */
  gain: string | null
}

/** The indexes that come into question, and what is said of them. */
export interface ShownIndexes {
  note: string | null
  indexes: readonly ShownIndex[]
}

/** The statement that the panel shows. */
export interface OpenStatement {
  /** Null: PostgreSQL no longer keeps it. */
  detail: Remote<{ text: string; facts: { key: string; label: string; value: string }[] } | null>
  /** Null: there is no plan of such a statement. */
  plan: Remote<{ lines: readonly PlanLine[]; indexes: ShownIndexes } | null>
  history: Remote<readonly StatementPoint[]>
}

/** The panel with one statement. */
export interface StatementPanel {
  /** Null: none is open. */
  readonly $open: ReadableAtom<OpenStatement | null>
  /** @param id of a row of the list */
  open(id: string): void
  openBy(statement: { queryId: string; userId: string; role: string }): void
  close(): void
  /** Opens the text as a new query. Nothing runs. */
  openSql(sql: string): Promise<void>
}

const LOADING = { status: 'loading' } as const
/** An index that saves less is not worth its writes. */
const MIN_GAIN_PERCENT = 10

export function createStatementPanel(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'lazy'>,
  { ref, $schema }: { ref: string; $schema: ReadableAtom<string | null> },
): StatementPanel {
  const { client, queries, router } = context
  const $id = atom<{ queryId: string; userId: string; role: string } | null>(null)
  const $detail = queries.follow(
    computed([$schema, $id], (schema, id) =>
      schema === null || id === null ? null : statementDetailQuery(client, ref, schema, id),
    ),
  )
  const $explainable = computed($detail, (remote) =>
    remote?.status === 'ready' && remote.data && isExplainable(remote.data.text) ? remote.data : null,
  )
  const $explained = queries.follow(
    computed($explainable, (detail) =>
      detail === null ? null : explainedStatementQuery(client, ref, detail),
    ),
  )
  const $history = queries.follow(
    computed($id, (id) => (id === null ? null : statementHistoryQuery(client, ref, id))),
  )
  return {
    $open: computed(
      [$id, $detail, $explained, $history],
      (id, detail, explained, history): OpenStatement | null => {
        if (id === null) return null
        return {
          detail: shown(detail, (data) => data && { text: data.text, facts: factsOf(data, id) }),
          plan:
            detail?.status === 'ready' && (!detail.data || !isExplainable(detail.data.text))
              ? { status: 'ready', data: null, refreshing: false }
              : shown(explained, (data) => data && { lines: planLines(data.plan), indexes: indexesOf(data) }),
          history: history ?? LOADING,
        }
      },
    ),
    open(row) {
      const [queryId = '', userId = '', role = ''] = row.split('\0')
      // Texts and ids of other roles are hidden from who may not see them.
      if (queryId !== '') $id.set({ queryId, userId, role })
    },
    openBy: (id) => $id.set(id),
    close: () => $id.set(null),
    async openSql(sql) {
      const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
      const id = sqlWorkOf(context as Parameters<typeof sqlWorkOf>[0])
        .snippets.of(ref)
        .create({ name: text.snippet, sql })
      router.open(router.href('sqlEditor', { ref, id }))
    },
  }
}

function shown<From, To>(remote: Remote<From> | null, show: (data: From) => To): Remote<To> {
  if (remote === null) return LOADING
  return remote.status === 'ready' ? { ...remote, data: show(remote.data) } : remote
}

const number = (value: number) => value.toLocaleString('en')

function factsOf(detail: StatementDetail, { queryId, role }: { queryId: string; role: string }) {
  const { calls, totalMs, minMs, maxMs, deviationMs, rows, hit, read, temporary } = detail
  const { ms } = queryPerformanceText
  const { facts } = text
  const blocks = hit + read
  const all: [key: keyof typeof facts, value: string][] = [
    ['role', role],
    ['calls', number(calls)],
    ['total', ms(totalMs)],
    ['mean', ms(totalMs / Math.max(1, calls))],
    ['range', `${ms(minMs)} – ${ms(maxMs)}`],
    ['deviation', ms(deviationMs)],
    ['rows', facts.rowsPerCall(number(rows), number(Math.round((10 * rows) / Math.max(1, calls)) / 10))],
    ...(blocks > 0
      ? [['cache', facts.cacheOf(((100 * hit) / blocks).toFixed(1), number(blocks))] as ['cache', string]]
      : []),
    ...(temporary > 0 ? [['temporary', number(temporary)] as ['temporary', string]] : []),
    ['queryId', queryId],
  ]
  return all.map(([key, value]) => ({ key, label: facts[key] as string, value }))
}

function indexesOf({ plan, indexes }: ExplainedStatement): ShownIndexes {
  if (indexes.length === 0) return { note: text.noIndexes, indexes: [] }
  if (indexes.every(({ trial }) => trial === null))
    return { note: text.notTried, indexes: indexes.map((one) => ({ sql: sqlOf(one), gain: null })) }
  const gains = indexes.flatMap((one) => {
    const percent = one.trial ? Math.floor(100 * (1 - one.trial.cost / plan['Total Cost'])) : 0
    return one.trial && percent >= MIN_GAIN_PERCENT ? [{ one, percent, bytes: one.trial.bytes }] : []
  })
  if (gains.length === 0) return { note: text.helpsNot, indexes: [] }
  return {
    note: null,
    indexes: gains
      .sort((first, second) => second.percent - first.percent)
      .map(({ one, percent, bytes }) => ({ sql: sqlOf(one), gain: text.helps(percent, bytesText(bytes)) })),
  }
}

function sqlOf({ candidate }: TriedIndex): string {
  return `${indexText(candidate)};`
}
