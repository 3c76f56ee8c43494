/** What the advisors found. */
export const advisorText = {
  leads: {
    SECURITY: 'Access that is too open, found in the database’s catalogue.',
    PERFORMANCE: 'Causes of slow queries, found in the database’s catalogue.',
  },
  levels: { ERROR: 'Errors', WARN: 'Warnings', INFO: 'Notes' },
  level: { ERROR: 'Error', WARN: 'Warning', INFO: 'Note' },
  counts: (findings: number) => `${findings} ${findings === 1 ? 'finding' : 'findings'}`,
  none: 'No findings',
  noneBody: 'This database passes all checks.',
  remediation: 'How to fix it',
  openSql: 'Open in SQL Editor',
  openSqlOf: (title: string) => `Open in SQL Editor: ${title}`,
  failed: 'The checks could not run',
  again: 'Check again',
  checking: 'Checking…',
}
