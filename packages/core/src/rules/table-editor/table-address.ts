/**
 * The order and the filters of a table's rows, as its address names them: `sort=column:asc`, `filter=column:eq:value`. Either
 * may stand there several times.
 * @rule grid.address  @spec §3, §5
 */

/** One column by which rows are ordered. */
export interface TableSort {
  column: string
  isAscending: boolean
}

/** The operators by the word that an address names them by, and as SQL writes them. SPEC §3 */
export const FILTER_OPERATORS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  lt: '<',
  gte: '>=',
  lte: '<=',
  like: '~~',
  ilike: '~~*',
  in: 'in',
  is: 'is',
} as const

/** The word of an operator. */
export type FilterOperator = keyof typeof FILTER_OPERATORS

/** A condition that shown rows meet. */
export interface TableFilter {
  column: string
  operator: FilterOperator
  /** As typed: of `in` a list with commas, of `is` null, not null, true, false or unknown. */
  value: string
}

/** What an address looks for in a table. */
export interface TableView {
  sorts: readonly TableSort[]
  filters: readonly TableFilter[]
}

/** What `?sort=…&filter=…` names. A part that can't be read is left out. */
export function tableViewIn(search: string): TableView {
  const query = new URLSearchParams(search)
  return {
    sorts: query.getAll('sort').flatMap((text) => sortIn(text) ?? []),
    filters: query.getAll('filter').flatMap((text) => filterIn(text) ?? []),
  }
}

/** The query of an address: its other parameters stay in front of these. */
export function searchOfTableView(search: string, { sorts, filters }: TableView): string {
  const query = new URLSearchParams(search)
  query.delete('sort')
  query.delete('filter')
  for (const { column, isAscending } of sorts)
    query.append('sort', `${encodedName(column)}:${isAscending ? 'asc' : 'desc'}`)
  for (const { column, operator, value } of filters)
    query.append('filter', `${encodedName(column)}:${operator}:${value}`)
  return query.size === 0 ? '' : `?${query}`
}

/** Only `asc` is ascending; a part without a direction is dropped. CLARIFICATIONS "Grid" */
function sortIn(text: string): TableSort | undefined {
  const [name = '', direction] = text.split(':')
  if (name === '' || direction === undefined || direction === '') return undefined
  return { column: decodedName(name), isAscending: direction === 'asc' }
}

/** A value may contain `:`; an unknown operator drops the filter. CLARIFICATIONS "Grid" */
function filterIn(text: string): TableFilter | undefined {
  const [name = '', operator = '', ...value] = text.split(':')
  if (name === '' || value.length === 0 || !isOperator(operator)) return undefined
  return { column: decodedName(name), operator, value: value.join(':') }
}

function isOperator(word: string): word is FilterOperator {
  return Object.hasOwn(FILTER_OPERATORS, word)
}

/** A colon would end the name. */
function encodedName(name: string): string {
  return name.replaceAll('%', '%25').replaceAll(':', '%3A')
}

function decodedName(name: string): string {
  return name.replace(/%3A|%25/gi, (code) => (code === '%25' ? '%' : ':'))
}
