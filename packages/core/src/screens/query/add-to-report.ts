/** The chart of a result becomes a block of a report: of one that is there, or of a new one. */
import { newId } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { ownReportsQuery } from '../../data/own-reports.js'
import { createForm, type Form } from '../../kernel/form.js'
import {
  EMPTY_REPORT,
  readReportText,
  reportText,
  withBlock,
  withParameter,
  type OwnReport,
  type QueryBlock,
} from '../../rules/project/own-report.js'
import type { ChartSettings } from '../../rules/results/chart-settings.js'
import { parameterNames, type RunValues } from '../../rules/sql/run-values.js'
import type { OpenSnippet } from '../../sessions/sql/open-snippet.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { ownReportsText as text } from '../../text/own-reports.js'
import type { Needs } from '../context.js'

/** What the form of a new block holds. */
export interface AddedBlock {
  /** Id of a report; empty: a new one. */
  report: string
  title: string
}

/** The way of a chart into a report. */
export interface AddToReport {
  /** Whether its form is open. */
  readonly $isAdding: ReadableAtom<boolean>
  /** The reports that there are, and a new one. */
  readonly $reportChoices: ReadableAtom<{ value: string; label: string }[]>
  readonly adding: Form<AddedBlock>
  /** Does nothing without a result of a run to its end. */
  addToReport(): void
  closeAdding(): void
}

export function createAddToReport(
  context: Needs<
    | 'host'
    | 'client'
    | 'queries'
    | 'router'
    | 'lazy'
    | 'account'
    | 'connection'
    | 'tabs'
    | 'grammar'
    | 'impersonation'
    | 'schemaChanges'
    | 'preferences'
  >,
  { run, chart, name }: { run: SqlRun; chart(): ChartSettings | null; name(): string },
): AddToReport {
  const { client, queries, router, host } = context
  const { ref } = run
  const reports = () => sqlWorkOf(context).reports.of(ref)
  const $isAdding = atom(false)
  const $found = queries.follow(
    computed($isAdding, (isAdding) => (isAdding ? ownReportsQuery(client, ref) : null)),
  )
  const adding = createForm({
    schema: v.object({ report: v.string(), title: v.pipe(v.string(), v.trim(), v.maxLength(200)) }),
    initial: { report: '', title: '' },
    async submit({ report, title }) {
      const state = run.$state.get()
      if (state.status !== 'success') return
      const settings = chart()
      const block: QueryBlock = {
        id: newId(),
        isWide: false,
        type: 'chart',
        title,
        sql: state.text.sql,
        chart: settings && { ...settings, y: [...settings.y] },
      }
      const add = (before: OwnReport) => withNewBlock(before, block, state.values ?? {})
      const id = report === '' ? addToNew(title, add) : await addTo(report, add)
      $isAdding.set(false)
      host.notifier.notify({
        kind: 'success',
        message: text.added(reports().open(id).$snippet.get().name),
        action: { label: text.view, run: () => router.open(router.href('ownReport', { ref, id })) },
      })
    },
  })

  function addToNew(title: string, add: (report: OwnReport) => OwnReport | null): string {
    const made = add(EMPTY_REPORT) ?? EMPTY_REPORT
    return reports().create({ name: title === '' ? text.new : title, sql: reportText(made) })
  }

  /** @throws Error with a sentence for the form */
  async function addTo(id: string, add: (report: OwnReport) => OwnReport | null): Promise<string> {
    const open = reports().open(id)
    const stop = reports().watch(open)
    try {
      await whenRead(open)
      const read = readReportText(open.draft.$text.get())
      if (open.$status.get().status !== 'ready' || read.type === 'unreadable')
        throw new Error(text.unreadable)
      const next = add(read.report)
      if (next === null) throw new Error(text.tooMany)
      open.type(reportText(next))
      await open.save()
      return id
    } finally {
      stop()
    }
  }

  return {
    $isAdding,
    $reportChoices: computed($found, (found) => [
      { value: '', label: text.addToNew },
      ...(found?.status === 'ready' ? found.data.map((one) => ({ value: one.id, label: one.name })) : []),
    ]),
    adding,
    addToReport() {
      if (run.$state.get().status !== 'success') return
      adding.start({ report: '', title: name() })
      $isAdding.set(true)
    },
    closeAdding: () => $isAdding.set(false),
  }
}

/** The block at the end, and as parameters what its query names and the report does not have. */
function withNewBlock(before: OwnReport, block: QueryBlock, values: RunValues): OwnReport | null {
  const missing = parameterNames(block.sql).filter(
    (name) => !before.parameters.some((known) => known.name === name),
  )
  const report = missing.reduce(
    (one, name) => withParameter(one, { name, type: 'text', value: values[name] ?? null, choices: [] }, null),
    before,
  )
  return withBlock(report, block)
}

/** Until it is known what is stored. */
function whenRead({ $status }: OpenSnippet): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined
    stop = $status.subscribe(({ status }) => {
      if (status === 'loading') return
      resolve()
      stop?.()
    })
    if ($status.get().status !== 'loading') stop()
  })
}
