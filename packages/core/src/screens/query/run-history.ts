/** Past runs of the project. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { fitsSearch } from '../../rules/shell/picker-search.js'
import { MAX_PAST_RUNS, PAST_RUN_DAYS, type PastRun } from '../../rules/sql/run-history.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { impersonationText } from '../../text/impersonation.js'
import { sqlRunningText as text } from '../../text/sql-running.js'
import { duration, exactTime } from '../../text/time.js'
import type { Needs } from '../context.js'

export interface PastRunRow {
  id: string
  sql: string
  at: string
  outcome: PastRun['outcome']
  /** `Succeeded · 12 ms · 3 rows`. */
  facts: string
  message?: string
  note?: string
}

/** Past runs of the project, which this device keeps. */
export interface RunHistoryPanel {
  readonly historyHint: string
  readonly $pastRuns: ReadableAtom<PastRunRow[]>
  copyPastRun(id: string): Promise<void>
  /** Opens its text as a new query, in a new tab. */
  openPastRun(id: string): void
  readonly $historySearch: ReadableAtom<string>
  searchHistory(words: string): void
  removePastRun(id: string): void
  clearHistory(): void
}

export function createRunHistoryPanel(
  context: Needs<'host' | 'router' | 'lazy'>,
  ref: string,
): RunHistoryPanel {
  const $historySearch = atom('')
  const { host, router } = context
  const { history, snippets } = sqlWorkOf(context)
  const $runs = history.of(ref)
  const find = (id: string) => $runs.get().find((run) => run.id === id)
  const removed = (message: string, undo: () => void) =>
    host.notifier.notify({ kind: 'success', message, action: { label: text.undo, run: undo } })
  return {
    historyHint: text.historyHint(MAX_PAST_RUNS, PAST_RUN_DAYS),
    $pastRuns: computed([$runs, $historySearch], (runs, words) =>
      runs.filter(({ sql }) => fitsSearch(sql, words)).map(rowOf),
    ),
    $historySearch,
    searchHistory: (words) => $historySearch.set(words),
    async copyPastRun(id) {
      const run = find(id)
      if (run && (await copyText(host, run.sql)))
        host.notifier.notify({ kind: 'success', message: text.historyCopied })
    },
    openPastRun(id) {
      const run = find(id)
      if (!run) return
      router.open(router.href('sqlEditor', { ref, id: snippets.of(ref).create({ sql: run.sql }) }))
    },
    removePastRun: (id) => removed(text.historyRemoved, history.remove(ref, id)),
    clearHistory: () => removed(text.historyCleared, history.clear(ref)),
  }
}

function rowOf({
  id,
  sql,
  at,
  outcome,
  durationMs,
  rows,
  message,
  role,
  explain,
  isCut,
}: PastRun): PastRunRow {
  const facts = [
    ...(explain === undefined ? [] : [text.explained[explain]]),
    text.outcomes[outcome],
    // Unknown of a run whose end was not seen.
    ...(durationMs > 0 || outcome === 'success' ? [duration(durationMs)] : []),
    ...(rows === undefined ? [] : [text.rows(rows)]),
    ...(role === undefined ? [] : [impersonationText.ranAs(role)]),
  ]
  return {
    id,
    sql,
    at: exactTime(at),
    outcome,
    facts: facts.join(' · '),
    ...(message === undefined ? {} : { message }),
    ...(isCut ? { note: text.historyCut } : {}),
  }
}
