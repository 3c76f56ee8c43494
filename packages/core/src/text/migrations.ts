/** Sentences of the page of migrations, and of the choice that panels of changes have. */
import type { MigrationState } from '../rules/migrations/migration-file.js'

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

/** The page of migrations. */
export const migrationsText = {
  lead: 'The history of changes to this database, the next migration, and what no migration explains.',
  mayNot: 'Your role does not allow changing this database',
  create: 'Create a migration',
  history: 'History',
  historyLead: 'What was applied, as supabase_migrations.schema_migrations has it. The newest is first.',
  none: 'No migrations yet',
  noneBody:
    'A migration is SQL with a name that is applied once. The first one makes the history in this database.',
  columns: {
    version: 'Version',
    name: 'Name',
    time: 'Made',
    author: 'By',
    statements: 'Statements',
    actions: 'Actions',
  },
  unnamed: 'Without a name',
  showNamed: (name: string) => `Show the SQL of ${name}`,
  sqlOf: (name: string) => `SQL of ${name}`,
  noSql: 'The history does not keep the SQL of this migration.',
  copySql: 'Copy SQL',
  remove: 'Remove',
  revert: 'Take out of the history',
  revertNamed: (version: string) => `Take ${version} out of the history`,
  revertTitle: (version: string) => `Take ${version} out of the history?`,
  revertBody:
    'Only its line in the history goes, as if it had not been applied. What it changed in the database stays as it is.',
  reverted: (version: string) => `${version} is no longer in the history`,
  close: 'Close',

  panelTitle: 'Create a migration',
  fields: {
    name: 'Name',
    nameHint: 'What it changes, such as “add orders”.',
    sql: 'SQL',
    sqlHint: 'Statements end with a semicolon. They run in one transaction where PostgreSQL allows that.',
    mode: 'What happens',
    version: 'Version',
    versionHint: 'Default: the time now, in 14 digits.',
  },
  modes: {
    run: { label: 'Run it and record it', body: 'The SQL runs in this database now.' },
    record: {
      label: 'Record it as applied',
      body: 'Nothing runs: its changes are in this database already.',
    },
  },
  submit: { run: 'Run migration', record: 'Record migration' },
  sending: { run: 'Running…', record: 'Recording…' },
  cancelRun: 'Cancel the run',
  cancel: 'Cancel',
  made: (version: string) => `Migration ${version} is in the history`,

  draft: 'In progress',
  draftLead: 'SQL that is kept for the next migration.',
  draftEmpty: 'Nothing is kept for the next migration',
  draftEmptyBody:
    'Turn on “Add to the migration in progress” in a panel that changes the database: what it runs is kept here too.',
  draftSql: 'SQL in progress',
  draftBy: (who: string) => `by ${who}`,
  draftSave: 'Save',
  draftSaving: 'Saving…',
  draftFinish: 'Make it a migration',
  draftDiscard: 'Discard',
  draftDiscardTitle: 'Discard the migration in progress?',
  draftDiscardBody: 'Its SQL is gone then. What was changed in the database stays as it is.',
  draftDiscarded: 'The migration in progress is empty',
  draftStale: 'Someone else added SQL meanwhile. It was loaded below what you typed.',
  changed: 'Changed',

  files: 'Files',
  filesLead:
    'Compares the files of a folder, named <version>_<name>.sql, with the history, and applies those that are new.',
  filesChoose: 'Choose a folder…',
  filesAgain: 'Choose again…',
  filesClose: 'Close folder',
  filesReading: 'Reading the files…',
  filesFailed: 'The folder could not be compared',
  filesIn: (folder: string, others: number) =>
    others === 0 ? folder : `${folder}, without ${count(others, 'other file')}`,
  filesList: 'Files and history',
  filesColumns: { file: 'File or migration', version: 'Version', state: 'State' },
  standings: {
    applied: 'Applied',
    pending: 'Pending',
    late: 'Late',
    changed: 'Changed',
    missing: 'No file',
    double: 'Double',
  },
  standingRemarks: {
    late: 'Late: newer migrations are applied already. Give the file a newer version.',
    changed:
      'Changed: the file is no longer what was applied. Undo the change, and make a new migration of it.',
    double: 'Double: several files have one version. Give each its own.',
  } as Partial<Record<MigrationState, string>>,
  filesApply: (pending: number) => `Apply ${count(pending, 'file')}`,
  filesApplying: (done: number, of: number) => `Applied ${done} of ${of}…`,
  filesNone: 'Nothing is pending',
  filesUndecided: 'Nothing is applied before these files are put right.',
  filesApplyTitle: (pending: number) => `Apply ${count(pending, 'file')}?`,
  filesApplyBody:
    'They run in this order, each in one transaction where PostgreSQL allows that. At the first that fails the rest stay pending.',
  filesApplied: (done: number) => `${count(done, 'migration')} applied`,
  fileFailed: (file: string, message: string, done: number) =>
    `${file}: ${message}${done === 0 ? '' : ` ${count(done, 'file')} before it ${done === 1 ? 'is' : 'are'} applied.`}`,
  noFiles: (folder: string) =>
    `${folder === '' ? 'The folder' : folder} has no file named <version>_<name>.sql.`,
  manyFiles: (files: number) => `The folder has ${files} files of migrations; at most 10,000 are compared.`,
  unreadable: (file: string) => `${file} could not be read as UTF-8.`,

  keep: 'Add to the migration in progress',
  keepHint:
    'What runs is kept for the next migration. Statements about roles and subscriptions are left out.',
  notKept: 'The change was made, but it could not be added to the migration in progress',

  drift: 'Drift',
  driftLead:
    'Replays the history in an empty database that is thrown away, and compares its schema with the one here.',
  driftCheck: 'Check for drift',
  driftChecking: 'Replaying the history…',
  driftStop: 'Stop',
  driftFailed: 'The check failed',
  driftNone: (replayed: number) =>
    replayed === 0
      ? 'The database is empty, and so is the history.'
      : `The history of ${count(replayed, 'migration')} explains everything in this database.`,
  driftFound: (changes: number, replayed: number) =>
    `${count(changes, 'change')} of this database ${changes === 1 ? 'is' : 'are'} in none of the ${count(replayed, 'migration')}.`,
  driftUnreplayed: (name: string) => `${name} can’t be replayed, so nothing was compared`,
  driftWrite: 'Write as migration',
  driftLists: 'What no migration explains',
  lock: (lock: string) => `Takes ${lock}.`,
  rewrites: 'May write the whole table again.',
  loses: 'Loses data.',
  alone: 'Runs outside a transaction.',
  notCompared: 'Not compared',
  notComparedLead: 'Whether these are equal is not known.',
  leftOut: 'Left out',
  leftOutLead: 'Statements about the whole server are not replayed.',
}
