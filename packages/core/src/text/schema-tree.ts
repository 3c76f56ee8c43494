/** The tables beside the SQL editor. */
export const schemaTreeText = {
  tab: 'Tables',
  queriesTab: 'Queries',
  tabs: 'Tables and queries',
  tree: 'Tables of the project',
  search: 'Find table…',
  loading: 'Loading…',
  failed: 'Failed to load the tables',
  none: 'No tables',
  nothingFound: 'No tables found',
  more: (count: number) => `${count} more: search to find them`,
}
