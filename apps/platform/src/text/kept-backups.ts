/** What `basedeck backup` says. */
export const keptCommandText = {
  notRunning: (directory: string) =>
    `No platform runs on ${directory}. Backups are made and restored by the one that runs: start it, and try again`,
  failed: (reason: string) => `The backup failed: ${reason}`,
  notAMoment: 'Type a moment in UTC, such as 2026-01-31T12:00:00Z',
  badSetting: (problem: string) =>
    `${problem}. Settings are schedule=off|hourly|daily hour= keep_days= keep_weeks= keep_months= point_in_time=true|false proves_weekly=true|false`,
  restored: (moment: string) => `The project is restored as of ${moment}`,
  kept: (where: string) => `What was there before is kept: ${where}`,
  recoverable: (from: string, to: string) => `It can go back to any second from ${from} to ${to}`,
  none: 'There are no backups yet: basedeck backup now makes one',
  proved: 'proved',
  notRestorable: 'can’t be restored',
} as const

/** What kept backups say. */
export const keptText = {
  interrupted: 'The platform stopped while it was made',
  stopped: 'It was stopped',
  unexpected: 'Something unexpected went wrong; the log of the platform has it',
  proved: (tables: number, rows: number) =>
    `Restored into a throw-away database; ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} of ${tables} ${tables === 1 ? 'table' : 'tables'} were read`,
  notRestored: (reason: string) => `The backup could not be restored: ${reason}. Nothing was changed`,
  gap: (segment: string) =>
    `The log has a gap: segment ${segment} is missing. Choose a moment after the next backup. Nothing was changed`,
  needsAddon: 'Going back to any second is an add-on; without it the database can go back to a backup',
  inTheFuture: 'That moment is still to come',
  ownServer: 'This database runs on another server, and several processes may use it: it is backed up there',
  noCopyByUrl:
    'This database runs on another server. Download the backup, and restore it there with pg_restore into a new database',
  noPointInTimeByUrl:
    'The log of a database on another server is kept there. It can go back to a backup, not to a second',
  noDumpProgram: (major: number, found: readonly number[]) =>
    `pg_dump of PostgreSQL ${major} or newer is needed, and ${found.length === 0 ? 'none' : `only that of ${found.join(', ')}`} is installed: install postgresql-client-${major}`,
  programFailed: (reason: string) => `PostgreSQL said: ${reason}`,
  isServerDump:
    'It is a dump of a database on another server: restore its file database.dump with pg_restore',
  noPointInTime:
    'A database in PGlite keeps no log that could be replayed. It can go back to a backup, not to a second',
} as const

/** What is said of the store outside this machine. */
export const storeText = {
  away: (where: string, reason: string) => `The backup store ${where} can’t be used: ${reason}`,
  noAnswer: (code: string) => `it does not answer (${code})`,
  noBucket: 'it has no such bucket',
  refused: (code: string) => `it refuses the call (${code})`,
  otherSize: (where: string, name: string) =>
    `The backup store ${where} has ${name} in another size than it was sent; it is sent again`,
  ofOther: (where: string) =>
    `The backups in ${where} are another installation’s; choose another folder of the bucket`,
  unexpected: 'The copy in the backup store could not be made; the log of the platform has the reason',
  /** On the command line. */
  state: (where: string, waiting: number) =>
    waiting === 0
      ? `All of it is in ${where} too`
      : `${waiting} ${waiting === 1 ? 'file waits' : 'files wait'} to be sent to ${where}`,

  noKey: (directory: string) =>
    `The store’s backups are encrypted: set BASEDECK_SECRET_KEY, or put the secret.key of the installation into ${directory}, and try again`,
  nothingThere: (where: string) =>
    `${where} has no copy of an installation. Choose the folder that was given as --backup-store`,
  unreadable: (name: string, reason: string) => `${name} can’t be restored: ${reason}. Nothing was restored.`,
  restored: (directory: string, madeAt: string, projects: number) =>
    `${directory} is restored as of ${madeAt}: ${projects} ${projects === 1 ? 'project' : 'projects'}. Start Basedeck on it with the same --backup-store.`,
  project: (ref: string, madeAt: string, segments: number) =>
    segments === 0
      ? `${ref}: its backup of ${madeAt}`
      : `${ref}: its backup of ${madeAt}, and what its log has after that`,
} as const
