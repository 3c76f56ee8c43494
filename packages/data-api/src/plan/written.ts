/** What all writes have in common: the statement around them, and their answer. */
import { qualifiedName } from '@basedeck/sql-guard/quoting'
import { contentRange } from '../answer/content-range.js'
import { headersSet, statusSet, withHeaders } from '../answer/response-settings.js'
import { singular } from '../answer/singular.js'
import { refused } from '../errors.js'
import type { DataQuery } from '../language/query-string.js'
import type { DataAnswer, DataPlan, MainResult } from '../request.js'
import type { Table } from '../schema/table.js'
import { SqlText } from '../sql/sql-text.js'
import { answerHeaders, type Applicable } from './answer-headers.js'
import type { Asked } from './asked.js'
import { levelSql } from './level-sql.js'
import { levelsOf, type PlanContext } from './level.js'
import { openingOf } from './opening.js'
import { returnedFor } from './returned.js'
import { mainSelect } from './row-sql.js'

/** A write in its own words. */
export interface Write {
  /** `insert …` without `returning`; undefined changes nothing. */
  statement: (context: PlanContext) => string | undefined
  /** Columns whose values the address of a new row has. */
  keys?: readonly string[]
  /** Further columns of the main row. */
  more?: readonly string[]
  /** Preferences that it follows besides `return`. */
  applicable: Applicable
  /** Whether one row at most may come, or the transaction is undone for other reasons: then nothing is committed in advance. */
  isDecided?: boolean
  /** Status and headers of what was written. @throws DataApiError to undo it */
  outcome(rows: number, row: MainResult['row']): { status: number; headers: [string, string][] }
}

/** @throws DataApiError */
export function writtenPlan(asked: Asked, table: Table, write: Write): DataPlan {
  const { schema, settings, within, request, preferences, query } = asked
  const sql = new SqlText(table.name)
  const context: PlanContext = { schema, settings, within, sql, isLimited: false }
  const isShown = preferences.return === 'representation'
  const shown = representationOf(query)
  const { returning, rows } = returnedFor(context, table, isShown ? shown : undefined, write.keys ?? [])
  const statement = write.statement(context)
  const written = statement === undefined ? emptyRows(table) : statement + returning
  const level = isShown ? levelSql(context, levelsOf(context, rows, shown)) : undefined
  const main = [
    `with "_w" as (${written})`,
    ...(level ? [`, "_rows" as (${level.query})`] : []),
    mainSelect({
      rows: level ? '"_rows"' : '"_w"',
      format: isShown ? asked.format : undefined,
      names: level?.names,
      more: ['(select count(*) from "_w")::text as "written"', ...(write.more ?? [])],
    }),
  ].join(' ')
  const isChecked =
    asked.format.type === 'object' || maxAffected(asked) !== undefined || write.isDecided === true
  return {
    readOnly: false,
    opening: openingOf({
      schema,
      settings,
      request,
      within,
      readOnly: false,
      timezone: preferences.timezone,
    }),
    main: { text: main, values: sql.values },
    end: asked.isRolledBack ? 'rollback' : isChecked ? 'decided' : 'commit',
    answer: ({ row }) => writtenAnswer(asked, write, row),
  }
}

/** What a write returns is not filtered by the conditions of the write, which may no longer hold. */
function representationOf(query: DataQuery): DataQuery {
  return { ...query, root: { filters: [], order: query.root.order, limit: undefined, offset: undefined } }
}

/** No row, without asking for a right to read the table. */
function emptyRows(table: Table): string {
  const row = `select null::${qualifiedName(table.schema, table.name)} as "_row" where false`
  return `select ("_e"."_row").*, "_e"."_row" from (${row}) as "_e"`
}

/** `max-affected` counts only when preferences are taken strictly. */
export function maxAffected({ preferences }: Asked): number | undefined {
  return preferences.handling === 'strict' ? preferences['max-affected'] : undefined
}

/** @throws DataApiError PGRST124 */
export function checkAffected(asked: Asked, rows: number): void {
  const most = maxAffected(asked)
  if (most === undefined || rows <= most) return
  throw refused('PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

function writtenAnswer(asked: Asked, write: Write, row: MainResult['row']): DataAnswer {
  const isShown = asked.preferences.return === 'representation'
  const rows = Number(row['written'])
  if (asked.format.type === 'object') singular(rows)
  const { status, headers } = write.outcome(rows, row)
  const own = answerHeaders(asked, headers, ['return', ...write.applicable], isShown)
  return {
    status: statusSet(row['status']) ?? status,
    headers: withHeaders(own, headersSet(row['headers'])),
    body: row['body'] ?? '',
    undone: false,
  }
}

/** `*` and the number of rows, where it was asked for. */
export function countedRange(asked: Asked, rows: number, isPlace = false): [string, string] {
  const total = asked.preferences.count === undefined ? undefined : rows
  return ['Content-Range', contentRange({ offset: 0, page: isPlace ? rows : 0, total })]
}
