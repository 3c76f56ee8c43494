/** The tables beside the SQL editor. */
export const schemaTreeText = {
  tab: 'Tables',
  queriesTab: 'Queries',
  tabs: 'What stands beside the editor',
  tree: 'Tables of the project',
  search: 'Find table…',
  loading: 'Loading…',
  failed: 'Failed to load the tables',
  none: 'No tables',
  nothingFound: 'No table has this in its name',
  more: (count: number) => `${count} more: look for a part of the name`,
}
