/** `/project/{ref}/reports/{id}`: a report that people made. SPEC §2 */
import { newId } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope } from '../../kernel/screen.js'
import {
  asOtherKind,
  newBlock,
  withBlock,
  withChangedBlock,
  withMovedBlock,
  withoutBlock,
  type OwnReport,
  type QueryBlock,
  type ReportBlock,
  type ReportBlockType,
} from '../../rules/project/own-report.js'
import { exportedText } from '../../rules/results/export-format.js'
import { fittingChart, type ChartSettings } from '../../rules/results/chart-settings.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { ownReportsText as text } from '../../text/own-reports.js'
import { chartCsv } from '../parts/shown-chart.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { ChartPicture } from '../query/chart-pane.js'
import type { RowAction } from '../query/snippet-actions.js'
import type { OwnReportsNeeds } from './own-reports.js'
import { createReportEditing, type ReportEditing } from './report-editing.js'
import { createReportParameters, type ReportParameters } from './report-parameters.js'
import { createReportRuns } from './report-runs.js'
import { createReportState, type ReportState } from './report-state.js'
import { createReportViews, resultOf, tableOf, type ShownBlock } from './report-views.js'

/** The page of one report. `add` a block, `typeSql`, `run` it; everything saves itself. */
export interface OwnReportScreen
  extends ReportState, ReportParameters, Pick<ReportEditing, '$canUndo' | '$canRedo' | 'undo' | 'redo'> {
  readonly title: string
  readonly $thing: ReadableAtom<string | null>
  readonly gate: ProjectGate
  readonly listHref: string
  readonly $columns: ReadableAtom<1 | 2>
  setColumns(columns: 1 | 2): void
  readonly $blocks: ReadableAtom<readonly ShownBlock[]>
  readonly $isEditing: ReadableAtom<boolean>
  setEditing(isEditing: boolean): void
  /** What was just done, to be read aloud. */
  readonly $said: ReadableAtom<string>
  add(type: ReportBlockType): void
  typeText(id: string, typed: string): void
  typeTitle(id: string, typed: string): void
  typeSql(id: string, typed: string): void
  setBlockChart(id: string, changes: Partial<ChartSettings>): void
  /** @param to from 0 */
  moveTo(id: string, to: number): void
  actionsOf(id: string): RowAction[]
  /** Runs one block. */
  run(id: string): void
  /** Runs all blocks again. */
  refresh(): void
  /** Runs the blocks whose values were changed. */
  apply(): void
  saveBlockCsv(id: string): void
  /** Saves a drawing as a PNG; does nothing where the host draws none. */
  saveBlockPng(id: string, picture: ChartPicture): Promise<void>
}

export function createOwnReport(
  context: OwnReportsNeeds,
  { ref, id, title, gate }: { ref: string; id: string; title: string; gate: ProjectGate },
): OwnReportScreen {
  const { host, client, router } = context
  const work = sqlWorkOf(context)
  const scope = createScope()
  const snippet = work.reports.of(ref).open(id)
  const editing = createReportEditing(snippet)
  const { $report, change } = editing
  const state = createReportState(context, {
    ref,
    snippet,
    $isReadable: computed($report, (report) => report !== null),
  })
  const parameters = createReportParameters(host, editing, `report:${ref}:${id}`)
  const runs = createReportRuns(client, ref)
  for (const part of [editing, state, runs]) scope.add(() => part.dispose())
  const $isEditing = atom(false)
  const $said = atom('')
  const views = createReportViews()
  const $blocks = computed([$report, runs.$runs], views)

  const blockOf = (wanted: string) => $report.get()?.blocks.find((one) => one.id === wanted)
  const queries = () => ($report.get()?.blocks ?? []).filter(isQuery)
  const isOpen = () =>
    gate.$gate.get().status === 'open' && ['ready', 'deleted'].includes(snippet.$status.get().status)
  const run = (blocks: readonly QueryBlock[], isForced: boolean) => {
    const values = parameters.values()
    if (values !== null && isOpen()) runs.run(blocks, values, isForced)
  }
  /** What was changed by others runs as it comes; who edits says when. */
  const runNew = () => {
    runs.keepOnly(queries().map((one) => one.id))
    if (!$isEditing.get()) run(queries(), false)
  }
  for (const $one of [$report, snippet.$status, gate.$gate, $isEditing]) scope.add($one.subscribe(runNew))

  const changeBlock = (wanted: string, how: (before: ReportBlock) => ReportBlock, field?: string) =>
    change((report: OwnReport) => withChangedBlock(report, wanted, how), field && `${field} ${wanted}`)
  const moveTo = (wanted: string, to: number) => {
    change((report) => withMovedBlock(report, wanted, to))
    const shown = $blocks.get().find(({ block }) => block.id === wanted)
    if (shown) $said.set(text.moved(shown.label, shown.at + 1, $blocks.get().length))
  }
  const fileName = (label: string) => label.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'report'

  return {
    ...state,
    ...parameters,
    title,
    $thing: computed([state.$name, snippet.$status], (name, { status }) =>
      status === 'loading' || status === 'missing' ? null : name,
    ),
    gate,
    listHref: router.href('reports', { ref }),
    $canUndo: editing.$canUndo,
    $canRedo: editing.$canRedo,
    undo: editing.undo,
    redo: editing.redo,
    $columns: computed($report, (report) => report?.columns ?? 2),
    setColumns: (columns) => change((report) => ({ ...report, columns })),
    $blocks,
    $isEditing: computed([$isEditing, state.$mayEdit], (isEditing, { disabled }) => isEditing && !disabled),
    setEditing: (isEditing) => $isEditing.set(isEditing),
    $said,
    add(type) {
      const isFull = $report.get() && withBlock($report.get() as OwnReport, newBlock(type, 'x')) === null
      if (isFull) return host.notifier.notify({ kind: 'error', message: text.tooMany })
      $isEditing.set(true)
      change((report) => withBlock(report, newBlock(type, newId())))
    },
    typeText: (wanted, typed) =>
      changeBlock(wanted, (one) => (one.type === 'text' ? { ...one, text: typed } : one), 'text'),
    typeTitle: (wanted, typed) =>
      changeBlock(wanted, (one) => (one.type === 'text' ? one : { ...one, title: typed }), 'title'),
    typeSql: (wanted, typed) =>
      changeBlock(wanted, (one) => (one.type === 'text' ? one : { ...one, sql: typed }), 'sql'),
    setBlockChart(wanted, changes) {
      const block = blockOf(wanted)
      const result = resultOf(runs.$runs.get().get(wanted) ?? { status: 'none' })
      if (block?.type !== 'chart' || !result) return
      const now = fittingChart(tableOf(result).columns, block.chart)
      if (now === null) return
      const chart = { ...now, ...changes }
      changeBlock(wanted, (one) =>
        one.type === 'chart' ? { ...one, chart: { ...chart, y: [...chart.y] } } : one,
      )
    },
    moveTo,
    actionsOf(wanted) {
      const shown = $blocks.get().find(({ block }) => block.id === wanted)
      if (!shown) return []
      const { block, at, label } = shown
      const last = $blocks.get().length - 1
      const off = { hint: text.readOnly }
      return [
        { id: 'up', label: text.moveUp, run: () => moveTo(wanted, at - 1), ...(at === 0 && { hint: '' }) },
        {
          id: 'down',
          label: text.moveDown,
          run: () => moveTo(wanted, at + 1),
          ...(at === last && { hint: '' }),
        },
        {
          id: 'wide',
          label: text.wide,
          run: () => changeBlock(wanted, (one) => ({ ...one, isWide: !one.isWide })),
        },
        ...(isQuery(block)
          ? [
              {
                id: 'kind',
                label: block.type === 'rows' ? text.asChart : text.asRows,
                run: () => changeBlock(wanted, (one) => (isQuery(one) ? asOtherKind(one) : one)),
              },
              {
                id: 'editor',
                label: text.openInEditor,
                run() {
                  const name = block.title === '' ? {} : { name: block.title }
                  const query = work.snippets.of(ref).create({ ...name, sql: block.sql })
                  router.open(router.href('sqlEditor', { ref, id: query }))
                },
              },
            ]
          : []),
        {
          id: 'remove',
          label: text.remove,
          isDangerous: true,
          run() {
            change((report) => withoutBlock(report, wanted))
            $said.set(text.removed(label))
            host.notifier.notify({
              kind: 'success',
              message: text.removed(label),
              action: { label: text.undo, run: editing.undo },
            })
          },
        },
      ].map((action) => (state.$mayEdit.get().disabled ? { ...action, ...off } : action))
    },
    run(wanted) {
      const block = blockOf(wanted)
      if (block && isQuery(block)) run([block], true)
    },
    refresh: () => run(queries(), true),
    apply: () => run(queries(), false),
    saveBlockCsv(wanted) {
      const shown = $blocks.get().find(({ block }) => block.id === wanted)
      const result = shown && resultOf(shown.run)
      if (!shown || !result) return
      const settings = shown.chart?.settings
      const csv =
        shown.block.type === 'chart'
          ? settings && chartCsv(tableOf(result), settings)
          : exportedText('csv', result.fields, result.rows)
      if (csv) host.files.save({ name: `${fileName(shown.label)}.csv`, type: 'text/csv', text: csv })
    },
    async saveBlockPng(wanted, picture) {
      const shown = $blocks.get().find(({ block }) => block.id === wanted)
      const blob = await host.files.rasterize?.(picture)
      if (shown && blob)
        host.files.save({ name: `${fileName(shown.label)}.png`, type: 'image/png', text: '', blob })
    },
    dispose: scope.dispose,
  }
}

function isQuery(block: ReportBlock): block is QueryBlock {
  return block.type !== 'text'
}
