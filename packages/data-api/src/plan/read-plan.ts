/** Reading a table or a view: GET and HEAD. */
import { contentRange, rangeStatus } from '../answer/content-range.js'
import { headersSet, statusSet, withHeaders } from '../answer/response-settings.js'
import { singular } from '../answer/singular.js'
import { plannedRows } from '../answer/planned-rows.js'
import type { DataAnswer, DataPlan, MainResult, Statement } from '../request.js'
import { rangeHeader, rowRange, type RowRange } from '../language/row-range.js'
import type { Table } from '../schema/table.js'
import { tableRows } from '../sql/table-rows.js'
import { SqlText } from '../sql/sql-text.js'
import { answerHeaders, contentLocation } from './answer-headers.js'
import type { Asked } from './asked.js'
import { levelSql, type LevelSql } from './level-sql.js'
import { levelsOf, type PlanContext } from './level.js'
import { openingOf } from './opening.js'
import { mainSelect } from './row-sql.js'

/** @throws DataApiError */
export function readPlan(asked: Asked, table: Table): DataPlan {
  const { schema, settings, within, request, preferences, query } = asked
  const sql = new SqlText(table.name)
  const context: PlanContext = { schema, settings, within, sql, isLimited: true }
  const level = levelsOf(context, tableRows(table), query)
  const range = rowRange(query.root, rangeHeader(request), settings.maxRows)
  const limits = { limit: range.limit, offset: range.offset === 0 ? undefined : range.offset }
  const read = levelSql(context, level, { limits })
  const format = request.method === 'HEAD' ? undefined : asked.format
  const total = countSql(asked, read)
  const main = `with "_rows" as (${read.query}) ${mainSelect({ rows: '"_rows"', format, names: read.names, total })}`
  return {
    readOnly: true,
    opening: openingOf({ schema, settings, request, within, readOnly: true, timezone: preferences.timezone }),
    main: { text: main, values: sql.values },
    counting: estimate(asked, read, sql.values),
    end: asked.isRolledBack ? 'rollback' : 'commit',
    answer: (result) => readAnswer(asked, range, result),
  }
}

/**
 * The statement by which the planner estimates the rows. Not every value of the main statement stands in it, and PostgreSQL has to
 * know the type of each: a part that nothing reads names them all.
 */
export function estimate(
  { preferences }: Asked,
  read: LevelSql,
  values: (string | null)[],
  source?: string,
): Statement | undefined {
  if (preferences.count !== 'planned' && preferences.count !== 'estimated') return undefined
  const all = values.map((_, index) => `$${index + 1}::text`).join(', ')
  const parts = [
    ...(all === '' ? [] : [`"_all" as (select ${all})`]),
    ...(source ? [`"_w" as (${source})`] : []),
  ]
  const start = parts.length === 0 ? '' : `with ${parts.join(', ')} `
  return { text: `explain (format json) ${start}${read.estimated}`, values }
}

/** Exact counts read all rows; estimated ones no more than the owner's limit. */
export function countSql({ preferences, settings }: Asked, read: LevelSql): string | undefined {
  if (preferences.count === 'exact') return read.counted
  if (preferences.count !== 'estimated') return undefined
  if (settings.maxRows === undefined) return read.counted
  return `select count(*) from (${read.estimated} limit ${settings.maxRows + 1}) as "_l"`
}

/** The number of all rows, as far as it was asked for. */
export function totalOf({ preferences, settings }: Asked, { row, counted }: MainResult): number | undefined {
  const exact = row['total'] === null || row['total'] === undefined ? undefined : Number(row['total'])
  if (preferences.count === 'planned') return plannedRows(counted)
  if (preferences.count !== 'estimated' || exact === undefined) return exact
  const isMore = settings.maxRows !== undefined && exact > settings.maxRows
  return isMore ? Math.max(exact, plannedRows(counted) ?? 0) : exact
}

function readAnswer(asked: Asked, { offset }: RowRange, result: MainResult): DataAnswer {
  const { row } = result
  const page = Number(row['page'])
  const given = { offset, page, total: totalOf(asked, result) }
  const status = rangeStatus(given)
  if (asked.format.type === 'object') singular(page)
  const headers = answerHeaders(asked, [
    ['Content-Range', contentRange(given)],
    ['Content-Location', contentLocation(asked)],
  ])
  return {
    status: statusSet(row['status']) ?? status,
    headers: withHeaders(headers, headersSet(row['headers'])),
    body: row['body'] ?? '',
    undone: false,
  }
}
