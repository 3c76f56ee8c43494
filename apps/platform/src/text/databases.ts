/** What the server says about a PostgreSQL that it reaches by URL, and about the connection to any database. */
export const databaseText = {
  closed: 'The database is closed.',
  ended: 'The database server stopped; it is starting again.',
  lost: (reason: string) => `The connection to the database was lost: ${reason}`,
  serverClosed: 'The server closed the connection.',
  noAnswerToCancel:
    'The database did not answer the cancel within 10 s, so its connection was closed. The statement may still be running there.',
  noReader:
    'Read-only members can’t run SQL here yet: this database has no login for them. A member who can change the project can prepare it.',
  noChangeQueue:
    'Changes of tables can’t be sent: prepare the database first, or let its user replicate, with wal_level = logical',
  noService:
    'The services of this project need a login in its database, which is not there yet. A member who can change the project can prepare the database.',
  answerTooLarge: (bytes: number) =>
    `The answer is larger than ${Math.floor(bytes / 1024 / 1024)} MB. Ask for fewer rows or columns.`,
  silent: 'The database accepted the sign-in but does not answer.',
  server: (host: string, port: number | string) => `PostgreSQL at ${host}:${port}`,
  thisMachine: (port: number) => `this machine, port ${port}`,
  serverPath: 'a path of the server',

  noTls: (at: string) =>
    `The database at ${at} offers no encrypted connection (TLS). If you trust the network in between, choose prefer or disable.`,
  unknownAuthority: (at: string) =>
    `The certificate of the database at ${at} is not signed by an authority that is trusted here. Give the certificate of its authority (CA), or choose require, which encrypts but does not check the server.`,
  otherHostName: (at: string) =>
    `The certificate of the database at ${at} is for another host name. Use that name, or choose verify-ca, which does not check the name.`,
  certificateExpired: (at: string) => `The certificate of the database at ${at} has expired.`,
  certificateNotYetValid: (at: string) =>
    `The certificate of the database at ${at} is not valid yet. Check the clocks of both machines.`,
  tlsFailed: (at: string, message: string) => `The encrypted connection (TLS) to ${at} failed: ${message}.`,
  unreadableAuthority:
    'The certificate of the authority can’t be read. It must be in PEM form, from BEGIN CERTIFICATE to END CERTIFICATE.',
  needsAuthority:
    'verify-ca needs the certificate of the authority (CA) that signed the server’s certificate. Give it, or choose verify-full, which also checks the host name.',

  loginOfOther: (role: string) =>
    `the role ${role} is the login of another Basedeck: start once with --prepare, which makes one with a name of its own`,
  notPrepared: (at: string, reason: string, remedy: string) =>
    `The database at ${at} can’t be prepared: ${reason}. ${remedy}`,
  prepareRemedies: {
    createRole: (user: string) =>
      `As a superuser run: alter role ${user} createrole; or start once with a URL whose user may create roles.`,
    grant: (user: string) =>
      `As a superuser run: grant anon, authenticated, service_role to ${user}; the roles stay as they are.`,
    createSchema: (user: string, database: string) =>
      `As its owner run: grant create on database ${database} to ${user}.`,
    own: 'Start once with a URL whose user owns these schemas, or use another database.',
    readOnly: 'It is a standby or read-only: give the URL of the primary, or start without --prepare.',
    other: 'Put that right there, and start again.',
  },
  prepareSilent: (at: string) =>
    `The database at ${at} did not answer while it was prepared. Look for a transaction there that holds locks, and start again.`,
  notPostgres: (at: string) => `The server at ${at} is not PostgreSQL.`,
  tooOld: (at: string, version: string) =>
    `The PostgreSQL at ${at} is version ${version}; version 14 or later is needed.`,
  signInRefused: (at: string, message: string) =>
    `The database at ${at} refused the sign-in: ${message}. Check the user and the password in the URL.`,
  demandsTls: (at: string) =>
    `The database at ${at} takes encrypted connections only. Leave sslmode out of the URL, or write sslmode=require.`,
  unreachable: (at: string, reason: string) =>
    `No database answers at ${at}: ${reason}. Check host and port in the URL, and that the server takes connections from here.`,
  passwordUnknown: 'The password of this database is not stored. Reset it in the database settings.',
  passwordMissing: (at: string) => `The database at ${at} needs a password. Add it to the URL.`,
  refused: (at: string, message: string, remedy?: string) =>
    `The database at ${at} refused the connection: ${message}.${remedy === undefined ? '' : ` ${remedy}`}`,
  refusalRemedies: {
    '3D000': 'Create that database, or name another in the URL.',
    '42501': 'Give the user of the URL the right to connect to it.',
    '53300': 'Close other connections, or raise max_connections there.',
    '57P03': 'Wait until that server has started.',
  } as Record<string, string>,
  networkReasons: {
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection reset',
    ENOTFOUND: 'unknown host',
    EAI_AGAIN: 'the host name could not be looked up',
    ETIMEDOUT: 'no answer in time',
    EHOSTUNREACH: 'the host is not reachable',
    ENETUNREACH: 'the network is not reachable',
    ENOENT: 'no such socket',
    EACCES: 'permission denied',
  } as Record<string, string>,
  timeout: 'no answer in time',

  urlUnusable: (reason: string) => `The database URL can’t be used: ${reason}`,
  notAUrl:
    'This is not a PostgreSQL URL. Write postgresql://user:password@host:5432/database, with special characters in the password percent-encoded.',
  noUser: 'it has no user. Write postgresql://user:password@host:5432/database',
  noHost: 'it has no host',
  noSocket: 'use a network address, not a socket',
  fileParameter: (name: string) =>
    `${name} names a file, and files of this machine are not read for it. Give the certificate itself`,
  parameter: (name: string) =>
    `the parameter ${name} is not allowed. Write postgresql://user:password@host:5432/database`,
  sslmode: 'sslmode must be disable, prefer, require, verify-ca or verify-full',
}

/** What keeps the dashboard out of a database, and whether “Try again” repairs it. */
export const blockerText = {
  databaseGone: (name: string, others: string) =>
    `its database “${name}” was renamed or dropped${others === '' ? '' : `; the server has ${others}`}`,
  noConnections: 'its database takes no connections',
  fewConnections: (limit: number) => `its database takes only ${limit} connections`,
  ownerMayNotLogIn: (owner: string) => `its owner ${owner} may not log in`,
  ownerFewConnections: (owner: string, limit: number) =>
    `its owner ${owner} may have only ${limit} connections`,
  shortTimeout: 'statement_timeout is so short that no statement ends in time',
  sentence: (blockers: readonly string[], canRepair: boolean) =>
    `SQL of this project keeps the dashboard out: ${blockers.join(', and ')}.${canRepair ? ' “Try again” repairs that.' : ''}`,
}
