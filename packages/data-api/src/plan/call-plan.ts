/** Calling a function: GET and HEAD read, POST may write unless the function says that it doesn't. */
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import { contentRange, rangeStatus } from '../answer/content-range.js'
import { headersSet, statusSet, withHeaders } from '../answer/response-settings.js'
import { singular } from '../answer/singular.js'
import { refused } from '../errors.js'
import { rangeHeader, rowRange } from '../language/row-range.js'
import type { DataAnswer, DataPlan, MainResult } from '../request.js'
import type { DataFunction } from '../schema/data-function.js'
import { findFunction } from '../schema/find-function.js'
import { returnsOf, type Returns } from '../schema/returns.js'
import { rowsOf, type Table } from '../schema/table.js'
import { SqlText } from '../sql/sql-text.js'
import { answerHeaders } from './answer-headers.js'
import type { Asked } from './asked.js'
import { callOf } from './call-arguments.js'
import { callSql } from './call-sql.js'
import { levelSql, type LevelSql } from './level-sql.js'
import { levelsOf, type Level, type PlanContext } from './level.js'
import { openingOf } from './opening.js'
import { countSql, estimate, totalOf } from './read-plan.js'
import { mainSelect } from './row-sql.js'
import { checkAffected, maxAffected } from './written.js'

/** @throws DataApiError PGRST101, PGRST202, PGRST203 and what a read throws */
export function callPlan(asked: Asked, name: string): DataPlan {
  const { schema, settings, within, request, preferences, query } = asked
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    throw refused('PGRST101', `Cannot use the ${method} method on RPC`)
  const call = callOf(asked)
  const found = findFunction(schema, within, name, call.given)
  const { called } = found
  if (maxAffected(asked) !== undefined && !called.returnsSet) {
    throw refused(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  }
  const sql = new SqlText(name)
  const context: PlanContext = { schema, settings, within, sql, isLimited: called.returnsSet }
  const returns = returnsOf(schema, called)
  const source = callSql(sql, schema, found, call, returns)
  const range = rowRange(query.root, rangeHeader(request), called.returnsSet ? settings.maxRows : undefined)
  const limits = { limit: range.limit, offset: range.offset === 0 ? undefined : range.offset }
  const read = rowsSql(context, asked, called, returns, limits)
  const readOnly = method !== 'POST' || !called.isVolatile
  return {
    readOnly,
    opening: openingOf({
      schema,
      settings,
      request,
      within,
      readOnly,
      called,
      timezone: preferences.timezone,
    }),
    main: { text: mainSql(asked, called, returns, source, read), values: sql.values },
    counting: called.returnsSet ? estimate(asked, read, sql.values, source) : undefined,
    end: asked.isRolledBack ? 'rollback' : readOnly ? 'commit' : 'decided',
    answer: (result) => callAnswer(asked, called, returns, range.offset, result),
  }
}

/** The rows that a function gave, filtered and shaped as those of a table. */
function rowsSql(
  context: PlanContext,
  asked: Asked,
  called: DataFunction,
  returns: Returns,
  limits: { limit: number | undefined; offset: number | undefined },
): LevelSql {
  const alias = quoteIdentifier(called.name)
  const table: Table = returns.kind === 'rows' ? returns.table : rowsOf(called.schema, called.name, [])
  const hasRow = table.id !== 0 && context.schema.functionsOfRow(table).length > 0
  const rows = {
    from: `"_w" as ${alias}`,
    alias,
    row: hasRow ? `${alias}."_row"` : `${alias}.*`,
    table,
    isPartial: true,
  }
  if (returns.kind === 'rows') return levelSql(context, levelsOf(context, rows, asked.query), { limits })
  const level: Level = { rows, items: [], query: asked.query.root, embeds: [] }
  return { ...levelSql(context, level, { limits, more: [`${alias}."_v"`] }), names: [called.name] }
}

function mainSql(
  asked: Asked,
  called: DataFunction,
  returns: Returns,
  source: string,
  read: LevelSql,
): string {
  const isBodyless = asked.request.method === 'HEAD' || (returns.kind === 'void' && !called.returnsSet)
  const format = isBodyless ? undefined : asked.format
  const total = called.returnsSet ? countSql(asked, read) : undefined
  const start = `with "_w" as (${source}), "_rows" as (${read.query})`
  const columns = { rows: '"_rows"', format, names: read.names, total }
  if (format === undefined || format.type === 'csv') return `${start} ${mainSelect(columns)}`
  if (returns.kind === 'rows') {
    const isOne = !called.returnsSet && format.type === 'json'
    return `${start} ${mainSelect({ ...columns, format: isOne ? { ...format, type: 'object' } : format })}`
  }
  const value = `coalesce(to_json("_rows"."_v")::text, 'null')`
  const body = called.returnsSet
    ? `coalesce('[' || string_agg(${value}, ',') || ']', '[]')`
    : `coalesce(string_agg(${value}, ','), 'null')`
  return `${start} ${mainSelect({ ...columns, body })}`
}

function callAnswer(
  asked: Asked,
  called: DataFunction,
  returns: Returns,
  offset: number,
  result: MainResult,
): DataAnswer {
  const { row } = result
  const isVoid = returns.kind === 'void' && !called.returnsSet
  const page = Number(row['page'])
  const given = { offset, page, total: totalOf(asked, result) }
  const status = isVoid ? 204 : rangeStatus(given)
  if (asked.format.type === 'object' && !isVoid) singular(page)
  checkAffected(asked, page)
  const isStrict = maxAffected(asked) !== undefined
  const headers = answerHeaders(
    asked,
    called.returnsSet ? [['Content-Range', contentRange(given)]] : [],
    isStrict ? ['max-affected'] : [],
    !isVoid,
  )
  return {
    status: statusSet(row['status']) ?? status,
    headers: withHeaders(headers, headersSet(row['headers'])),
    body: row['body'] ?? '',
    undone: false,
  }
}
