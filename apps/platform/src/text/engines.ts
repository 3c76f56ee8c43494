/** What the server says about the programs that run the databases. */
export const engineText = {
  closed: 'The engine is closed.',
  allClosed: 'The engines are closed.',
  stopping: 'The platform is stopping.',
  damaged: (path: string) => `${path} is damaged.`,
  backupNotEnded: 'PostgreSQL did not end the backup.',
  linked: (path: string) =>
    `${path} is a link, perhaps a tablespace. A dump contains only files inside the data directory.`,

  anyServer: 'Any PostgreSQL 14 or later, by its URL',
  installed: (version: string, origin: string) => `PostgreSQL ${version} from ${origin}`,
  pglite: (major: number) => `PostgreSQL ${major} in WebAssembly (PGlite)`,
  askedFor: 'Chosen with --engine.',
  noCluster: (reason: string) => `PostgreSQL can’t run here: ${reason}`,
  hasCluster: 'PostgreSQL is installed here.',

  notOnWindows: 'The engine cluster does not run on Windows.',
  noPostgres: 'No PostgreSQL is installed on this machine.',
  noRecentPostgres: 'No PostgreSQL 14 or later is installed on this machine.',
  userCannotStart: (user: string | undefined, reason: string) =>
    `The user ${user} can’t start PostgreSQL: ${reason}`,
  rootWithoutUser:
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.',
  userCannotEnter: (user: string, directory: string) =>
    `PostgreSQL does not run as root, and the user ${user} may not enter ${directory}. Choose another data directory, or start as an ordinary user.`,
  programFailed: (program: string, reason: string) => `PostgreSQL’s ${program} failed: ${reason}`,
  notStarted: (reason: string) => `PostgreSQL did not start: ${reason}`,
  withoutReason: 'it gave no reason',
  killedBy: (signal: string) => `killed by ${signal}`,
  exitCode: (code: number | null) => `exit code ${code}`,

  embeddedLost: 'The embedded PostgreSQL stopped; it is starting again.',
  embeddedLostBy: (reason: string) => `The embedded database stopped (${reason}); it is starting again.`,
  embeddedSilent: 'The embedded database did not answer; it is starting again.',
  embeddedNotOpened: (reason: string) => `The embedded database could not be opened: ${reason}`,
  embeddedUnprotected:
    'The embedded PostgreSQL can’t keep its users from becoming superuser, so it is not used.',
  threadEnded: 'its thread ended',
  threadStopped: 'it was stopped',
  rowsCutOff: 'The session was opened again while rows were being read; start the read again.',
  tooManyOpen: (count: number) => `All ${count} databases that may be open at a time are in use.`,

  noScratch: 'No other database can be made beside this one.',

  oneSession: 'PostgreSQL in WebAssembly has one session: queries wait for each other.',
  smallImports: 'PostgreSQL in WebAssembly imports files of at most 200 MB.',
  noReplicasByUrl: 'This database runs on another server, where its replicas are made.',
  noReplicasInWasm: 'PostgreSQL in WebAssembly can’t be replicated.',
  accessRulesNotOurs:
    'Who runs this server wrote its rules of access (pg_hba.conf), so that Basedeck does not change them.',
  noNetworkAccessByUrl:
    'This database runs on another server. Who may connect, and whether they must encrypt, is set there.',
  noNetworkAccessInWasm:
    'PostgreSQL in WebAssembly has no rules of access. Programs reach it only where --pg-port is set, at the address of --pg-host.',
  decodingByUrl:
    'Where this server has wal_level = logical and its user may replicate, changes of tables are read from its log. Otherwise triggers queue them while somebody listens: they arrive up to a tenth of a second later, and writes to these tables take longer.',
  noDecodingInWasm:
    'PostgreSQL in WebAssembly has no log to read from. Triggers queue changes of tables while somebody listens: they arrive up to a tenth of a second later, and writes to these tables take longer.',
  noReplicasOfReplica: 'A read replica has no replicas of its own.',
  mayNotCreateDatabases: (user: string) =>
    `The user ${user} may not create databases on its server, and a branch is one. As a superuser run: alter role ${user} createdb`,
  noPoolers: 'No connection pooler runs here. Programs connect to the database directly.',
}

/** What the server says about the files of a database. */
export const directoryText = {
  notAnId: (id: string) => `"${id}" is not the id of a database.`,
  notDeleted: (directory: string, code: string | undefined) => `${directory} can’t be deleted (${code}).`,
  recordDamaged: (path: string) => `${path} is damaged: it should name the engine of the project.`,
  otherEngine: (id: string, kept: string, engine: string) =>
    `The database of project ${id} was made by the engine ${kept}, and ${engine} can’t open it. Start with --engine ${kept}, or choose another data directory.`,
  otherMajor: (id: string, kept: number, found: number) =>
    `The database of project ${id} was made by PostgreSQL ${kept}, but PostgreSQL ${found} is installed here. Install PostgreSQL ${kept}, or restore a dump into a new data directory.`,
  notWritable: (directory: string, reason: string) =>
    `The data directory ${directory} is not writable (${reason}); choose another with --data-dir`,
  locked: (directory: string, holder: string) =>
    `The data directory ${directory} is in use by ${holder}; stop it, or choose another.`,
  holder: {
    other: 'another process',
    container: (pid: number, host: string | undefined) =>
      `process ${pid} in another container (${host ?? 'without a name'})`,
    own: 'this process already',
    process: (pid: number) => `process ${pid}`,
  },
}
