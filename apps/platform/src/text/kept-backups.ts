/** What kept backups say. */
export const keptText = {
  interrupted: 'The platform stopped while it was made',
  stopped: 'It was stopped',
  unexpected: 'Something unexpected went wrong; the log of the platform has it',
  proved: (tables: number, rows: number) =>
    `Restored into a throw-away database; ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} of ${tables} ${tables === 1 ? 'table' : 'tables'} were read`,
  notRestored: (reason: string) => `The backup could not be restored: ${reason}. Nothing was changed`,
  inTheFuture: 'That moment is still to come',
  ownServer: 'This database is on a server of its own, and is backed up there',
  noPointInTime:
    'A database in PGlite keeps no log that could be replayed. It can go back to a backup, not to a second',
} as const
