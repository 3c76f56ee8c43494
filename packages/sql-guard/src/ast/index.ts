/** A friendly tree for small, plain pieces of SQL. For a verdict ask the rules or the grammar, never this. */
export { parseFilters, type FilterOperator, type FilterText, type TypedFilter } from './filters.js'
export { singleTableOf, type SingleTable } from './single-table.js'
