/** Whether what a client asks to hear of can be heard, as its role. */
import { realtimeText } from '../../../text/realtime.js'
import type { ChangesAsked } from '../join-config.js'
import type { AskedAs } from './ask-as.js'
import { conditionSql, readFilters, type ChangeFilter } from './change-filter.js'
import type { LiveSubscription } from './live-subscription.js'
import { publishedStatement, type ShapeColumn, type TableShape } from './table-shape.js'

/** Parameters that were read, without asking the database. */
export type AskedSubscription = Pick<LiveSubscription, 'event' | 'schema' | 'table' | 'filters' | 'select'>

export type ReadAsked = { type: 'asked'; asked: AskedSubscription } | { type: 'refused'; reason: string }

const EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const
const ALL = '*'

export function readAsked({ event, schema, table = ALL, filter, select }: ChangesAsked): ReadAsked {
  const known = EVENTS.find((one) => one === event)
  if (!known) return { type: 'refused', reason: realtimeText.unknownEvent(event) }
  const filters = filter === undefined ? [] : readFilters(filter)
  if (!filters) return { type: 'refused', reason: realtimeText.malformedFilter(filter ?? '') }
  const isWide = schema === ALL || table === ALL
  if (isWide && select) return { type: 'refused', reason: realtimeText.selectOfAll }
  if (isWide && filters.length > 0) return { type: 'refused', reason: realtimeText.filterOfAll }
  return { type: 'asked', asked: { event: known, schema, table, filters, select } }
}

/** Two questions: the published tables of that name, and whether its filters can be compared. */
export function tablesQuestion({ schema, table }: AskedSubscription, role: string): AskedAs {
  return { role, claims: null, query: publishedStatement(schema, table, role) }
}

/** Undefined: it can be heard. @param tables what `tablesQuestion` was answered */
export function refusalOf(
  { schema, table, filters, select }: AskedSubscription,
  tables: readonly TableShape[],
  role: string,
): string | undefined {
  const [first] = tables
  if (!first) return realtimeText.notPublished(schema, table)
  if (table === ALL || schema === ALL) return undefined
  const { columns } = first
  if (!columns.some(({ mayRead }) => mayRead)) return realtimeText.mayNotReadTable(schema, table, role)
  const named = [...filters.map(({ column }) => column), ...(select ?? [])]
  const unknown = named.find((name) => !columns.some((column) => column.name === name && column.mayRead))
  return unknown === undefined ? undefined : realtimeText.noSuchColumn(unknown, role)
}

/** Answered with a text unless PostgreSQL can't read the filter's value as one of the column's type. */
export function filterQuestion(filter: ChangeFilter, columns: readonly ShapeColumn[], role: string): AskedAs {
  const cast = columns.find(({ name }) => name === filter.column)?.cast ?? 'text'
  const query = `select coalesce((${conditionSql(filter, 'null::text', cast)})::text, 'unknown')`
  return { role, claims: null, query }
}
