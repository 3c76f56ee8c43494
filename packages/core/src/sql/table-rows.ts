/** The statements that read the rows of a table, page by page, and count them. Values are parameters. */
import { FILTER_OPERATORS, type TableFilter, type TableView } from '../rules/table-editor/table-address.js'
import { IS_VALUES, listedValues } from '../rules/table-editor/typed-filter.js'
import type { Statement } from './catalogue/statements.js'
import { outputText } from './output-text.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'
import type { ReadColumn, ReadTable } from './read-table.js'
import { hasEquality, namesObject } from './types.js'
import { canSeek, isOrdered, orderBy, seekCondition, type PageEdge } from './row-order.js'

/** Which rows: a page of so many. */
export interface RowPage extends TableView {
  /** Rows before the page; negative: its first row is counted from the last one, as by `Array.slice`. */
  offset: number
  limit: number
  /** The row at which it begins; used where rows can be found by their order, else its offset is. */
  edge?: PageEdge | undefined
  /** Rows in which a column contains these words, in any case; absent or empty: all. */
  search?: string
}

/** Characters that are read of a long value: one more than is shown tells that it is cut. */
export const CELL_CHARACTERS = 10_240

/** Types whose values are short; of any other only the beginning is read. */
const SHORT = new Set(
  [
    'int2 int4 int8 float4 float8 numeric money oid bool uuid name',
    'date time timetz timestamp timestamptz interval',
    'inet cidr macaddr macaddr8 point box circle line lseg',
  ].flatMap((names) => names.split(' ')),
)

/** Long types whose cast to text is what PostgreSQL sends; of a stored text it reads only the beginning. */
const CAST_ALIKE = new Set(['text', 'varchar', 'json', 'jsonb', 'bytea', 'xml'])

/** The name of the table in a statement that reads its rows. */
const SOURCE = 'r'

/**
 * One page of rows. A page that is read forwards asks for one row more than it holds, which tells whether another follows.
 * A page before a row, and one that is counted from the last row, is read backwards and put in order again.
 */
export function tableRowsStatement(table: ReadTable, page: RowPage): Statement {
  const parameters: string[] = []
  const given = (value: string) => `$${parameters.push(value)}`
  const edge = canSeek(table, page.sorts) ? page.edge : undefined
  const where = whereOf([
    ...conditionsOf(table, page.filters, given),
    ...searchOf(table, page.search ?? '', given),
    ...(edge ? [seekCondition(table, page.sorts, edge, given)] : []),
  ])
  const outputs = [...table.columns.map((column) => outputOf(table, column)), ...rowIdOf(table)]
  const read = `select ${outputs.length === 0 ? 'null' : outputs.join(', ')}\nfrom `
  const from = `${qualifiedName(table.schema, table.name)} as ${SOURCE}${where}`
  const order = (isReversed = false) => orderBy(table, page.sorts, { source: SOURCE, isReversed })
  const isBackwards = edge ? edge.side === 'before' : page.offset < 0
  if (!isBackwards) {
    const skipped = edge ? '' : ` offset ${page.offset}`
    return { query: `${read}${from}${order()}\nlimit ${page.limit + 1}${skipped}`, parameters }
  }
  const readable = table.columns.filter(isReadable).map(({ name }) => quoteIdentifier(name))
  const columns = [...readable, ...rowIdOf(table)].join(', ')
  const behind = edge ? 0 : Math.max(0, -page.offset - page.limit)
  const count = edge ? page.limit : Math.min(page.limit, -page.offset)
  const nearest = `select ${columns}\nfrom ${from}${order(true)}\nlimit ${count} offset ${behind}`
  return { query: `${read}(${nearest}) as ${SOURCE}${order()}`, parameters }
}

function isReadable({ isHidden }: ReadColumn): boolean {
  return isHidden !== true
}

/** A column as a page reads it: of a long value the beginning. */
function outputOf(table: ReadTable, { name, type, isHidden }: ReadColumn): string {
  const column = quoteIdentifier(name)
  if (isHidden === true) return `null as ${column}`
  // A value of the key is read whole: the row is found by it.
  if (SHORT.has(type) || table.key.includes(name)) return column
  const text = CAST_ALIKE.has(type) ? `${column}::text` : outputText(name)
  return `left(${text}, ${CELL_CHARACTERS + 1}) as ${column}`
}

/** Read behind the columns, where no key tells the rows apart. */
export function rowIdOf({ key, rowId }: ReadTable): readonly string[] {
  return key.length > 0 ? [] : rowId
}

/** The exact number of rows that meet the filters. */
export function rowCountStatement(table: ReadTable, filters: readonly TableFilter[]): Statement {
  const parameters: string[] = []
  const given = (value: string) => `$${parameters.push(value)}`
  const from = qualifiedName(table.schema, table.name)
  return { query: `select count(*) from ${from}${whereOf(conditionsOf(table, filters, given))}`, parameters }
}

/** All rows that meet the filters, whole, as one text without parameters. Without an order they come as they are stored. */
export function allRowsQuery(table: ReadTable, { filters, sorts }: TableView): string {
  const columns = table.columns.filter(isReadable).map(({ name }) => quoteIdentifier(name))
  const where = whereOf(conditionsOf(table, filters, quoteLiteral))
  const order = sorts.some(isOf(table)) ? orderBy(table, sorts, { source: SOURCE }) : ''
  return `select ${columns.join(', ')}
from ${qualifiedName(table.schema, table.name)} as ${SOURCE}${where}${order}`
}

/** Filters and orders of columns that the table does not have are left out: it was altered meanwhile. */
function isOf(table: ReadTable): (part: { column: string }) => boolean {
  return ({ column }) => table.columns.some(({ name }) => name === column)
}

/** How a value stands in the statement: as a parameter, or as a literal. */
type Given = (value: string) => string

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `\nwhere ${conditions.join('\n  and ')}`
}

function conditionsOf(table: ReadTable, filters: readonly TableFilter[], given: Given): string[] {
  return filters.flatMap((filter) => {
    const column = table.columns.find(({ name }) => name === filter.column)
    return column ? [conditionOf(column, filter, given)] : []
  })
}

/** A column contains the words. */
function searchOf(table: ReadTable, words: string, given: Given): string[] {
  if (words === '' || table.columns.length === 0) return []
  const pattern = given(`%${words.replace(/[\\%_]/g, '\\$&')}%`)
  const each = table.columns
    .filter(isReadable)
    .map(({ name }) => `${quoteIdentifier(name)}::text ilike ${pattern}`)
  return [`(${each.join(' or ')})`]
}

function conditionOf(column: ReadColumn, { operator, value }: TableFilter, given: Given): string {
  const name = quoteIdentifier(column.name)
  const [compared, asValue] = equalityOf(column, given)
  switch (operator) {
    case 'is': {
      const what = IS_VALUES.find((one) => one === value.toLowerCase())
      // As PostgreSQL says it of any other word.
      return what === undefined ? `${name} = ${given(value)}` : `${name} is ${what}`
    }
    case 'in': {
      const values = listedValues(value)
      return values.length === 0 ? 'false' : `${compared} in (${values.map(asValue).join(', ')})`
    }
    case 'like':
    case 'ilike':
      return `${name}::text ${FILTER_OPERATORS[operator]} ${given(value)}`
    case 'eq':
    case 'neq':
      return `${compared} ${FILTER_OPERATORS[operator]} ${asValue(value)}`
    default:
      return isOrdered(column)
        ? `${name} ${FILTER_OPERATORS[operator]} ${asValue(value)}`
        : `${outputText(column.name)} ${FILTER_OPERATORS[operator]} ${given(value)}`
  }
}

/** What stands on the two sides of `=`. Values without an equality of their own are compared by their texts. */
function equalityOf({ name, type, isComposite }: ReadColumn, given: Given): [column: string, value: Given] {
  if (isComposite === true || !hasEquality(type)) return [outputText(name), given]
  const isName = namesObject(type)
  return [quoteIdentifier(name), isName ? (value) => `${given(value)}::pg_catalog.${type}` : given]
}
