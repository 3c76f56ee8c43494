/** The blocks of a report as they are drawn: their rows, charts and what is said of their queries. */
import { chartTable, fittingChart, type ChartTable } from '../../rules/results/chart-settings.js'
import type { OwnReport, QueryBlock, ReportBlock } from '../../rules/project/own-report.js'
import { readableRows } from '../../rules/results/readable-cell.js'
import type { RunResult } from '../../sql/run-result.js'
import { ownReportsText as text } from '../../text/own-reports.js'
import { shownChart, type ShownChart } from '../parts/shown-chart.js'
import type { BlockRun } from './report-runs.js'

/** Rows of a block as a table. */
export interface ShownBlockRows {
  columns: { key: string; label: string; isNumber: boolean }[]
  /** Values as one reads them; null: NULL. */
  rows: { key: number; cells: (string | null)[] }[]
}

/** A block as it is drawn. */
export interface ShownBlock {
  block: ReportBlock
  /** Its title, or what it is and which. */
  label: string
  /** From 0. */
  at: number
  run: BlockRun
  /** How the query went: rows and time; empty: nothing is known. */
  summary: string
  chart: ShownChart | null
  rows: ShownBlockRows | null
}

interface Drawn {
  result: RunResult
  block: ReportBlock
  chart: ShownChart | null
  rows: ShownBlockRows | null
}

/** Draws the blocks; what has not changed of one is not made again. */
export function createReportViews(): (
  report: OwnReport | null,
  runs: ReadonlyMap<string, BlockRun>,
) => ShownBlock[] {
  const made = new Map<string, Drawn>()
  const drawnOf = (block: QueryBlock, result: RunResult): Drawn => {
    const before = made.get(block.id)
    if (before?.result === result && isDrawnAlike(before.block, block)) return before
    const drawn = { result, block, ...draw(block, result) }
    made.set(block.id, drawn)
    return drawn
  }
  return (report, runs) =>
    (report?.blocks ?? []).map((block, at) => {
      const label = text.blockOf(block.type, 'title' in block ? block.title : '', at + 1)
      const run = runs.get(block.id) ?? { status: 'none' }
      const result = resultOf(run)
      const drawn = block.type !== 'text' && result ? drawnOf(block, result) : null
      return {
        block,
        label,
        at,
        run,
        summary: summaryOf(run),
        chart: drawn?.chart ?? null,
        rows: drawn?.rows ?? null,
      }
    })
}

function isDrawnAlike(before: ReportBlock, now: ReportBlock): boolean {
  if (before.type === 'chart' && now.type === 'chart') return before.chart === now.chart
  return before.type === now.type
}

/** What a run has to show: while it runs again, what it gave last. */
export function resultOf(run: BlockRun): RunResult | null {
  return run.status === 'ready' ? run.result : run.status === 'running' ? run.before : null
}

export function tableOf({ fields, rows }: RunResult): ChartTable {
  return chartTable(fields, rows)
}

function draw(block: QueryBlock, result: RunResult): Pick<Drawn, 'chart' | 'rows'> {
  if (block.type === 'rows') return { chart: null, rows: rowsOf(result) }
  const table = tableOf(result)
  const chart = shownChart(
    table,
    fittingChart(table.columns, block.chart),
    result.truncated ? result.rows.length : null,
  )
  return { chart, rows: null }
}

function rowsOf(result: RunResult): ShownBlockRows {
  const readable = readableRows(result)
  const kinds = tableOf(result).columns
  return {
    columns: kinds.map(({ key, kind }, index) => ({
      key,
      label: result.fields[index]?.name ?? '',
      isNumber: kind === 'number',
    })),
    rows: Array.from({ length: result.rows.length }, (_, row) => ({
      key: row,
      cells: kinds.map((_kind, column) => readable.cell(row, column)),
    })),
  }
}

function summaryOf(run: BlockRun): string {
  if (run.status === 'running') return text.running
  if (run.status !== 'ready') return ''
  const { rows, truncated } = run.result
  const ready = text.ready(rows.length, run.durationMs)
  return truncated ? `${ready}. ${text.cut(rows.length)}` : ready
}
