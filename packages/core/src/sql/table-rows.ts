/** The statements that read the rows of a table, page by page, and count them. Values are parameters. */
import { FILTER_OPERATORS, type TableFilter, type TableSort, type TableView } from '../rules/table-address.js'
import { IS_VALUES, listedValues } from '../rules/typed-filter.js'
import type { Statement } from './catalogue/statements.js'
import { outputText } from './output-text.js'
import { qualifiedName, quoteIdentifier, quoteLiteral } from './quoting.js'

/** A column, as far as reading its values depends on it. */
export interface ReadColumn {
  name: string
  /** As in a result: `int8`, `timestamptz`, `int4[]`; of a domain its base. */
  type: string
}

/** A table, as far as reading its rows depends on it. */
export interface ReadTable {
  schema: string
  name: string
  columns: readonly ReadColumn[]
  /** The columns of its primary key, in their order; empty: it has none. */
  key: readonly string[]
  /** The system columns that tell its rows apart; empty: those of a view can't be told apart. */
  rowId: readonly string[]
}

/** Which rows: a page of so many, from an offset. */
export interface RowPage extends TableView {
  offset: number
  limit: number
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

/** One page of rows. It asks for one row more than the page holds, which tells whether another page follows. */
export function tableRowsStatement(table: ReadTable, page: RowPage): Statement {
  const parameters: string[] = []
  const given = (value: string) => `$${parameters.push(value)}`
  const where = whereOf([
    ...conditionsOf(table, page.filters, given),
    ...searchOf(table, page.search ?? '', given),
  ])
  const columns = table.columns.map(({ name, type }) => {
    const column = quoteIdentifier(name)
    // A value of the key is read whole: the row is found by it.
    const isWhole = SHORT.has(type) || table.key.includes(name)
    if (isWhole) return column
    const text = CAST_ALIKE.has(type) ? `${column}::text` : outputText(name)
    return `left(${text}, ${CELL_CHARACTERS + 1}) as ${column}`
  })
  const outputs = [...columns, ...rowIdOf(table)]
  const query = `select ${outputs.length === 0 ? 'null' : outputs.join(', ')}
from ${qualifiedName(table.schema, table.name)}${where}${orderOf(table, page.sorts)}
limit ${page.limit + 1} offset ${page.offset}`
  return { query, parameters }
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
  const columns = table.columns.map(({ name }) => quoteIdentifier(name))
  const where = whereOf(conditionsOf(table, filters, quoteLiteral))
  const order = sorts.some(isOf(table)) ? orderOf(table, sorts) : ''
  return `select ${columns.join(', ')}
from ${qualifiedName(table.schema, table.name)}${where}${order}`
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
  return filters.filter(isOf(table)).map((filter) => conditionOf(filter, given))
}

/** A column contains the words. */
function searchOf(table: ReadTable, words: string, given: Given): string[] {
  if (words === '' || table.columns.length === 0) return []
  const pattern = given(`%${words.replace(/[\\%_]/g, '\\$&')}%`)
  const each = table.columns.map(({ name }) => `${quoteIdentifier(name)}::text ilike ${pattern}`)
  return [`(${each.join(' or ')})`]
}

function conditionOf({ column, operator, value }: TableFilter, given: Given): string {
  const name = quoteIdentifier(column)
  switch (operator) {
    case 'is': {
      const what = IS_VALUES.find((one) => one === value.toLowerCase())
      // As PostgreSQL says it of any other word.
      return what === undefined ? `${name} = ${given(value)}` : `${name} is ${what}`
    }
    case 'in': {
      const values = listedValues(value)
      return values.length === 0 ? 'false' : `${name} in (${values.map(given).join(', ')})`
    }
    case 'like':
    case 'ilike':
      return `${name}::text ${FILTER_OPERATORS[operator]} ${given(value)}`
    default:
      return `${name} ${FILTER_OPERATORS[operator]} ${given(value)}`
  }
}

/** The wanted order, then the key, so that no row is on two pages or on none. */
function orderOf(table: ReadTable, sorts: readonly TableSort[]): string {
  const wanted = sorts.filter(isOf(table))
  const terms = wanted.map(
    ({ column, isAscending }) => `${quoteIdentifier(column)} ${isAscending ? 'asc' : 'desc'}`,
  )
  const key = table.key.filter((name) => !wanted.some(({ column }) => column === name)).map(quoteIdentifier)
  const rest = table.key.length > 0 ? key : table.rowId
  const all = [...terms, ...rest]
  return all.length === 0 ? '' : `\norder by ${all.join(', ')}`
}
