/** The tabs above the editors. */
export const tabsText = {
  label: 'Open tabs',
  kinds: {
    sql: 'Query',
    r: 'Table',
    v: 'View',
    m: 'Materialized view',
    f: 'Foreign table',
    p: 'Partitioned table',
  },
  newQuery: 'New query',
  recent: 'Recent items',
  noRecent: 'No recent items',
  keep: 'Keep open',
  closeOne: 'Close',
  closeOthers: 'Close others',
  closeToTheRight: 'Close to the right',
  reopen: 'Reopen closed',
  close: (label: string) => `Close ${label}`,
  closeAll: { sql: 'Close all queries', table: 'Close all tables' },
  preview: 'Preview',
  edited: 'Unsaved changes',
}
