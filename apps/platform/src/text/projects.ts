/** What the server says about the state of a project. */
export const projectText = {
  notPaused: 'The project is not paused',
  deleting: 'The project is being deleted',
  disturbed: 'The database was interrupted; try again.',
  elsewhere: 'Another Basedeck process runs the database of this project, and it can’t be reached right now.',
  away: 'The Basedeck process that runs this database can’t be reached. Its operator has to start it again.',
  urlMissing: 'The database of this project was given with --database-url; start with that option again.',
  parentLeftServer:
    'The project of this branch is no longer on the server where the branch is; start with that --database-url again.',
  notByUrl: 'The database of this project is not on another server.',
  isReplica: 'This is a read replica. Choose the primary database to change something.',
  ended: (how: string) => `PostgreSQL stopped unexpectedly (${how}). It starts again in a few seconds.`,
  stepRefused: (message: string) => `PostgreSQL refused a step: ${message}.`,
  noPort: 'This database runs inside the platform and opens no port; the operator opens one with --pg-port',
  noOwnPooler: 'This project has no dedicated pooler. Paid plans have one if PgBouncer is installed.',
  noPooler: 'No connection pooler runs here',
  passwordNotOurs: 'The password of this database can’t be changed here',
  notOpened: 'The database could not be opened. The log of the platform gives the reason.',
  newerDatabase: (id: string, done: number, newest: number) =>
    `A newer Basedeck brought the database of project ${id} to step ${done}; this one knows steps up to ${newest}. Start the newer one.`,
  noPreparation: 'Only a database that was added by its URL needs preparing',
  advisorsNeedHealth: 'The advisors need a healthy project',
  exportFailed: 'An unknown error occurred',
  tooLongForExcel: (column: string) =>
    `A value of the column ${column} has more than 32,767 characters, which a cell of Excel can’t hold. Choose CSV or another format, or shorten it in the query`,
  importing: (schema: string, table: string) => `-- import into ${schema}.${table}`,
  importPlanTooLong: 'The first line of the body, the plan, is longer than 1 MB',
  importPlanNotJson: 'The first line of the body must be the plan, as JSON',
  noSuchColumn: (name: string) => `columns: the table has no column ${name}`,
  exportCancelled: 'The export was cancelled.',
  diskFree: (free: string) => `${free} free`,
  reserveGivenUp:
    'The disk of the data directory is full: the reserve was given up, so that people can sign in, read and delete. Free space; nothing new is stored until then.',
  disk: (state: 'enough' | 'nearly-full' | 'full', free: string) => `The disk ${DISK[state]}: ${free} free`,
}

const DISK = { enough: 'has room', 'nearly-full': 'is nearly full', full: 'is full' }
