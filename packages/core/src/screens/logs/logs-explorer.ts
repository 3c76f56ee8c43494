/** `/project/{ref}/logs/explorer`: SQL over the lines of a project, saved queries, and a chart of the result. SPEC §2 */
import { LOG_QUERY_ROWS, type LogQueryResult } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { logsSql } from '../../data/logs.js'
import { logQueryDeletion, logQuerySaving, savedLogQueriesQuery } from '../../data/saved-log-queries.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import { persisted } from '../../kernel/persisted.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { csvOf } from '../../rules/import/csv.js'
import { rangeBounds, readLogRange, writeLogRange, type LogRange } from '../../rules/logs/log-range.js'
import {
  fittingChart,
  untypedChartTable,
  type ChartSettings,
  type ChartTable,
} from '../../rules/results/chart-settings.js'
import { LOG_TEMPLATES, type LogTemplateId } from '../../sql/log-templates.js'
import { logsText } from '../../text/logs.js'
import { exactTime } from '../../text/time.js'
import type { Needs } from '../context.js'
import { chartCsv, shownChart, type ShownChart } from '../parts/shown-chart.js'

const text = logsText.explorer
const DAY: LogRange = { type: 'last', ms: 24 * 60 * 60_000 }

/** What became of the last query. */
export type LogsResult =
  | { status: 'none' }
  | { status: 'running' }
  | { status: 'cancelled' }
  | { status: 'failed'; message: string }
  | {
      status: 'ready'
      columns: string[]
      /** Each value as a text; null: it is null. */
      rows: { key: number; cells: (string | null)[] }[]
      summary: string
      notes: string[]
    }

/** A saved query. */
export interface SavedLogQuery {
  id: string
  name: string
  isShared: boolean
}

/** The page of SQL over logs. */
export interface LogsExplorerScreen extends Disposable {
  readonly title: string
  readonly $sql: ReadableAtom<string>
  type(sql: string): void
  /** Runs a part of the text, or all of it. */
  run(selected?: string): Promise<void>
  cancel(): void
  readonly $result: ReadableAtom<LogsResult>
  /** Null: the table is shown. */
  readonly $chart: ReadableAtom<ShownChart | null>
  toggleChart(): void
  setChart(changes: Partial<ChartSettings>): void
  saveChartCsv(): void
  /** Saves a drawing as a PNG; does nothing where the host draws none. */
  saveChartPng(picture: { svg: string; width: number; height: number }): Promise<void>
  readonly $range: ReadableAtom<{ value: string; label: string }>
  /** False: the words name no time. */
  setRange(words: string): boolean
  readonly templates: readonly { id: LogTemplateId; label: string }[]
  chooseTemplate(id: LogTemplateId): void
  readonly $saved: ReadableAtom<readonly SavedLogQuery[]>
  openSaved(id: string): void
  readonly $isSaving: ReadableAtom<boolean>
  readonly saving: Form<{ name: string; isShared: boolean }>
  save(): void
  closeSave(): void
  readonly deletion: Confirmation<SavedLogQuery>
  download(): void
  readonly logsHref: string
  /** Where the query becomes an alert. */
  readonly $alertHref: ReadableAtom<string>
}

export function createLogsExplorer(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title }: { ref: string; title: string },
): LogsExplorerScreen {
  const { host, client, queries, router } = context
  const scope = createScope()
  const { $value: $sql, dispose } = persisted<string>(host.storage, {
    key: `basedeck:logs-sql:${ref}`,
    fallback: LOG_TEMPLATES.errors,
    decode: (stored) => stored,
    encode: (sql) => sql,
  })
  scope.add(dispose)
  const $range = atom<LogRange>(DAY)
  const $result = atom<LogsResult>({ status: 'none' })
  const $answer = atom<LogQueryResult | null>(null)
  const $isChart = atom(false)
  const $chosen = atom<ChartSettings | null>(null)
  const $isSaving = atom(false)
  let running: AbortController | null = null
  scope.add(() => running?.abort())
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })

  const $found = queries.store(savedLogQueriesQuery(client, ref))
  const saving = createForm({
    schema: v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.nameWanted), v.maxLength(100)),
      isShared: v.boolean(),
    }),
    initial: { name: '', isShared: false },
    async submit(values) {
      const saved = await mutate(queries, logQuerySaving(client, ref), { ...values, sql: $sql.get() })
      $isSaving.set(false)
      success(text.savedAs(saved.name))
    },
  })
  const deleting = createMutation(queries, logQueryDeletion(client, ref))

  async function run(selected?: string): Promise<void> {
    running?.abort()
    const own = new AbortController()
    running = own
    $result.set({ status: 'running' })
    const now = host.clock.now()
    const { from, to } = rangeBounds($range.get(), now)
    const input = { sql: selected ?? $sql.get(), from: isoOf(from), to: isoOf(to), signal: own.signal }
    const outcome = await createMutation(queries, logsSql(client, ref)).run(input)
    if (running !== own) return
    running = null
    if (outcome.type === 'done') $answer.set(outcome.data)
    $result.set(
      outcome.type === 'done' ? resultOf(outcome.data) : { status: 'failed', message: outcome.error.message },
    )
  }

  const chartNow = () => {
    const answer = $answer.get()
    const table = answer && tableOf(answer)
    return table && { table, settings: fittingChart(table.columns, $chosen.get()) }
  }

  return {
    title,
    $sql,
    type: (sql) => $sql.set(sql),
    run,
    cancel() {
      if (running === null) return
      running.abort()
      running = null
      $result.set({ status: 'cancelled' })
    },
    $result,
    $chart: computed([$answer, $isChart, $chosen], (answer, isChart, chosen) => {
      if (answer === null || !isChart) return null
      const table = tableOf(answer)
      return shownChart(table, fittingChart(table.columns, chosen), answer.is_cut ? LOG_QUERY_ROWS : null)
    }),
    toggleChart: () => $isChart.set(!$isChart.get()),
    setChart(changes) {
      const settings = chartNow()?.settings
      if (settings) $chosen.set({ ...settings, ...changes })
    },
    saveChartCsv() {
      const now = chartNow()
      const csv = now?.settings ? chartCsv(now.table, now.settings) : null
      if (csv !== null) host.files.save({ name: `logs-${ref}-chart.csv`, type: 'text/csv', text: csv })
    },
    async saveChartPng(picture) {
      const blob = await host.files.rasterize?.(picture)
      if (blob) host.files.save({ name: `logs-${ref}-chart.png`, type: 'image/png', text: '', blob })
    },
    $range: computed($range, (range) => ({ value: writeLogRange(range), label: rangeLabel(range) })),
    setRange(words) {
      const now = host.clock.now()
      const range = readLogRange(words, { now, offsetMinutes: -new Date(now).getTimezoneOffset() })
      if (range !== null) $range.set(range)
      return range !== null
    },
    templates: (Object.keys(LOG_TEMPLATES) as LogTemplateId[]).map((id) => ({
      id,
      label: logsText.templates[id],
    })),
    chooseTemplate: (id) => $sql.set(LOG_TEMPLATES[id]),
    $saved: computed($found, (found) =>
      found.status === 'ready'
        ? found.data.map(({ id, name, visibility }) => ({ id, name, isShared: visibility === 'project' }))
        : [],
    ),
    openSaved(id) {
      const found = $found.get()
      const saved = found.status === 'ready' ? found.data.find((one) => one.id === id) : undefined
      if (saved) $sql.set(saved.content.sql)
    },
    $isSaving,
    saving,
    save: () => $isSaving.set(true),
    closeSave: () => $isSaving.set(false),
    deletion: createConfirmation<SavedLogQuery>(async ({ id, name }) => {
      const outcome = await deleting.run({ id })
      if (outcome.type === 'done') success(text.deleted(name))
      return outcome
    }),
    download() {
      const answer = $answer.get()
      if (answer === null) return
      const rows = answer.rows.map((row) => row.map((value) => valueText(value) ?? ''))
      host.files.save({ name: `logs-${ref}.csv`, type: 'text/csv', text: csvOf([answer.columns, ...rows]) })
    },
    logsHref: router.href('logs', { ref }),
    $alertHref: computed(
      $sql,
      (sql) => `${router.href('logDrains', { ref })}?${new URLSearchParams({ 'alert-sql': sql }).toString()}`,
    ),
    dispose: scope.dispose,
  }
}

const isoOf = (at: number) => new Date(at).toISOString()

function rangeLabel(range: LogRange): string {
  const { range: words } = logsText
  if (range.type === 'between') return words.between(exactTime(range.from), exactTime(range.to))
  const written = writeLogRange(range)
  return words.choices.find(({ value }) => value === written)?.label ?? words.last(written)
}

function resultOf(answer: LogQueryResult): LogsResult {
  const { columns, rows, is_cut, is_sample, ms, processes_left_out: others } = answer
  return {
    status: 'ready',
    columns,
    rows: rows.map((row, key) => ({ key, cells: row.map(valueText) })),
    summary: text.rows(rows.length, ms),
    notes: [
      ...(is_cut ? [text.cut(LOG_QUERY_ROWS)] : []),
      ...(is_sample ? [text.sample] : []),
      ...(others > 0 ? [text.leftOut(others)] : []),
    ],
  }
}

function tableOf({ columns, rows }: LogQueryResult): ChartTable {
  return untypedChartTable(
    columns,
    rows.map((row) => row.map(valueText)),
  )
}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
