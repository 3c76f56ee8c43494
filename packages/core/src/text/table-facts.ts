/** What is shown of a table beside its rows. */
export const tableFactsText = {
  open: (kind: string) => `${kind}: sizes and keys`,
  title: 'About this table',
  noKey: 'No primary key',
  facts: {
    name: 'Name',
    comment: 'Comment',
    key: 'Primary key',
    columns: 'Columns',
    estimatedRows: 'Rows, as of the last ANALYZE',
    liveRows: 'Live rows, by the statistics',
    deadRows: 'Dead rows, by the statistics',
    totalBytes: 'Size, all',
    tableBytes: 'Size, rows',
    indexBytes: 'Size, indexes',
  },
  references: 'Foreign keys',
  noReferences: 'No foreign keys',
}
