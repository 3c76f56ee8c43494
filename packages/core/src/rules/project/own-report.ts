/**
 * A report that people make: blocks of text, rows and charts in one or two columns, and parameters. It is stored as one text; a
 * text that is no report is told, and never written over.
 * @rule reports.own  @spec §2
 */
import * as v from 'valibot'
import { CHART_KINDS } from '../results/chart-settings.js'

/** Most blocks of a report. */
export const REPORT_BLOCKS_MAX = 50
/** Most parameters of a report. */
export const REPORT_PARAMETERS_MAX = 20

/** A word, or the number of `$1`. */
const NAME = /^(?:[A-Za-z_]\w{0,59}|[1-9]\d{0,4})$/

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const place = { id, isWide: v.boolean() }
const chart = v.nullable(
  v.object({
    kind: v.picklist(CHART_KINDS),
    x: v.nullable(v.string()),
    y: v.array(v.string()),
    group: v.nullable(v.string()),
    isStacked: v.boolean(),
    isCumulative: v.boolean(),
  }),
)
const block = v.variant('type', [
  v.object({ ...place, type: v.literal('text'), text: v.string() }),
  v.object({ ...place, type: v.literal('rows'), title: v.string(), sql: v.string() }),
  v.object({ ...place, type: v.literal('chart'), title: v.string(), sql: v.string(), chart }),
])
const parameter = v.object({
  /** As SQL names it: `:name`, `$1`; of a time, `:name_from` and `:name_to`. */
  name: v.pipe(v.string(), v.regex(NAME)),
  type: v.picklist(['text', 'number', 'time', 'choice']),
  /** What it has at first; null: NULL. Of a time, as `7d` or `2026-01-01..2026-01-31`. */
  value: v.nullable(v.string()),
  /** Of a choice. */
  choices: v.array(v.string()),
})
const schema = v.object({
  version: v.literal(1),
  columns: v.picklist([1, 2]),
  parameters: v.pipe(v.array(parameter), v.maxLength(REPORT_PARAMETERS_MAX)),
  blocks: v.pipe(v.array(block), v.maxLength(REPORT_BLOCKS_MAX)),
})

/** A report. */
export type OwnReport = v.InferOutput<typeof schema>
/** A part of a report: a text, or what a query gives, as rows or as a chart. */
export type ReportBlock = OwnReport['blocks'][number]
/** What blocks a report can have. */
export type ReportBlockType = ReportBlock['type']
/** A block with a query. */
export type QueryBlock = Extract<ReportBlock, { sql: string }>
/** A value that readers of a report choose, and that its queries name. */
export type ReportParameter = OwnReport['parameters'][number]

/** The kinds of blocks, in the order in which they are offered. */
export const REPORT_BLOCK_TYPES = ['chart', 'rows', 'text'] as const satisfies readonly ReportBlockType[]
/** The kinds of parameters, in the order in which they are offered. */
export const REPORT_PARAMETER_TYPES = ['text', 'number', 'time', 'choice'] as const

/** A report without blocks. */
export const EMPTY_REPORT: OwnReport = { version: 1, columns: 2, parameters: [], blocks: [] }

/** `unreadable`: the text is no report, or one of a newer version. */
export type ReadReport = { type: 'report'; report: OwnReport } | { type: 'unreadable' }

/** The report of a stored text; an empty one is a report without blocks. */
export function readReportText(text: string): ReadReport {
  if (text.trim() === '') return { type: 'report', report: EMPTY_REPORT }
  const read = v.safeParse(schema, parsed(text))
  if (!read.success || hasTwice(read.output)) return { type: 'unreadable' }
  return { type: 'report', report: read.output }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Blocks and parameters are found by their names. */
function hasTwice({ blocks, parameters }: OwnReport): boolean {
  const isTwice = (names: readonly string[]) => new Set(names).size < names.length
  return isTwice(blocks.map((one) => one.id)) || isTwice(parameters.map(({ name }) => name))
}

/** As it is stored: a line for each value, so that versions can be compared. */
export function reportText(report: OwnReport): string {
  return `${JSON.stringify(report, null, 2)}\n`
}

/** Adds a block at the end; null: there are as many as a report can have. */
export function withBlock(report: OwnReport, added: ReportBlock): OwnReport | null {
  if (report.blocks.length >= REPORT_BLOCKS_MAX) return null
  return { ...report, blocks: [...report.blocks, added] }
}

/** A block without content. */
export function newBlock(type: ReportBlockType, blockId: string): ReportBlock {
  if (type === 'text') return { id: blockId, isWide: false, type, text: '' }
  if (type === 'rows') return { id: blockId, isWide: false, type, title: '', sql: '' }
  return { id: blockId, isWide: false, type, title: '', sql: '', chart: null }
}

/** The report without a block; without one of this id it stays as it is. */
export function withoutBlock(report: OwnReport, blockId: string): OwnReport {
  return { ...report, blocks: report.blocks.filter((one) => one.id !== blockId) }
}

/** The block with another content; its id and its type stay. */
export function withChangedBlock(
  report: OwnReport,
  blockId: string,
  change: (before: ReportBlock) => ReportBlock,
): OwnReport {
  return { ...report, blocks: report.blocks.map((one) => (one.id === blockId ? change(one) : one)) }
}

/**
 * Moves a block before the one that is now at `to`; past the end: to the end. The report itself where nothing moves.
 * @param to counts from 0
 */
export function withMovedBlock(report: OwnReport, blockId: string, to: number): OwnReport {
  const from = report.blocks.findIndex((one) => one.id === blockId)
  const moved = report.blocks[from]
  const last = report.blocks.length - 1
  const place = Math.min(last, Math.max(0, to))
  if (!moved || place === from) return report
  return { ...report, blocks: report.blocks.toSpliced(from, 1).toSpliced(place, 0, moved) }
}

/** The same rows as a chart, or the same query as rows. */
export function asOtherKind(before: QueryBlock): QueryBlock {
  const { id: own, isWide, title, sql } = before
  return before.type === 'rows'
    ? { id: own, isWide, type: 'chart', title, sql, chart: null }
    : { id: own, isWide, type: 'rows', title, sql }
}

/** Why a parameter can't be in a report. */
export type ParameterProblem = 'name-wanted' | 'name-form' | 'name-taken' | 'too-many' | 'choices-wanted'

/**
 * Why a parameter can't be in a report; null: it can.
 * @param before the name that it had; null: it is new
 */
export function parameterProblem(
  report: OwnReport,
  given: ReportParameter,
  before: string | null,
): ParameterProblem | null {
  if (given.name === '') return 'name-wanted'
  if (!NAME.test(given.name)) return 'name-form'
  const others = report.parameters.filter(({ name }) => name !== before)
  if (others.some(({ name }) => name === given.name)) return 'name-taken'
  if (before === null && others.length >= REPORT_PARAMETERS_MAX) return 'too-many'
  return given.type === 'choice' && given.choices.length === 0 ? 'choices-wanted' : null
}

/** Adds a parameter at the end, or puts it where one was. @param before the name that it had; null: it is new */
export function withParameter(report: OwnReport, given: ReportParameter, before: string | null): OwnReport {
  const { parameters } = report
  return {
    ...report,
    parameters:
      before === null ? [...parameters, given] : parameters.map((one) => (one.name === before ? given : one)),
  }
}

/** The report without a parameter; queries that name it say so. */
export function withoutParameter(report: OwnReport, name: string): OwnReport {
  return { ...report, parameters: report.parameters.filter((one) => one.name !== name) }
}
