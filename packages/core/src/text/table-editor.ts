/** The words of the table editor. */

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Every sentence of the table editor. */
export const tableText = {
  kinds: {
    r: 'Table',
    v: 'View',
    m: 'Materialized view',
    f: 'Foreign table',
    p: 'Partitioned table',
  },
  toolbar: 'Rows',
  columns: 'Columns and types',
  rls: (isOn: boolean, policies: number) =>
    isOn ? `RLS on · ${policies === 1 ? '1 policy' : `${policies} policies`}` : 'RLS off',
  rlsHint: (isOn: boolean) =>
    isOn
      ? 'Row-level security: the API shows the rows that a policy allows.'
      : 'Row-level security is off: the API shows every row to whom its grants allow.',
  as: (name: string) => `as ${name}`,
  filter: 'Filter',
  filterLabel: 'Filter rows',
  filterHint: (column: string | undefined) =>
    column === undefined ? 'Filter rows' : `${column} = …, or >, <, like, in, is null`,
  problems: {
    column: 'Begin with a column of this table',
    operator: 'Write an operator behind the column: =, <>, >, >=, <, <=, like, ilike, in or is',
    value: 'Write a value behind the operator; behind is: null, not null, true, false or unknown',
  },
  removeFilter: (text: string) => `Remove the filter ${text}`,
  sortedBy: (text: string) => `Sorted by ${text}`,
  removeSort: (text: string) => `Remove the order by ${text}`,
  ascending: 'ascending',
  descending: 'descending',
  hiddenColumns: (count: number) => `Show ${plural(count, 'hidden column')}`,
  refresh: 'Refresh',
  loading: 'Loading rows…',
  failed: 'The rows could not be read',
  none: 'This table has no rows',
  noneBody: 'Rows that are inserted are shown here.',
  noMatch: 'No rows match the filters',
  clearFilters: 'Remove the filters',
  noMoreRows: 'There are no rows on this page',
  firstPage: 'Go to the first page',
  range: (first: number, last: number) => `${first}–${last}`,
  of: (range: string, total: string) => `${range} of ${total}`,
  about: (rows: number) => `about ${rows}`,
  rows: (rows: number) => plural(rows, 'row'),
  countExactly: 'Count exactly',
  counting: 'Counting…',
  countFailed: (message: string) => `The rows could not be counted: ${message}`,
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number) => `Page ${page}`,
  pageSize: 'Rows a page',
  pageSizes: (rows: number) => `${rows} rows a page`,
  grid: (name: string) => `Rows of ${name}`,
}
