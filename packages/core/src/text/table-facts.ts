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
    estimatedRows: 'Rows (last ANALYZE)',
    liveRows: 'Live rows (estimated)',
    deadRows: 'Dead rows (estimated)',
    totalBytes: 'Total size',
    tableBytes: 'Table size',
    indexBytes: 'Index size',
  },
  references: 'Foreign keys',
  noReferences: 'No foreign keys',
}
