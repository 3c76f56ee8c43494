/** What the server says to programs that connect to a PGlite database through the socket, and about that socket. */
export const socketText = {
  protocolVersion: (major: number, minor: number) =>
    `unsupported frontend protocol ${major}.${minor}: this server speaks 3.0`,
  startupUnreadable: 'the first packet of the connection can’t be read',
  beforeTls: 'bytes came before the connection was encrypted',
  beforeSignIn: 'messages came before the sign-in was done',
  needsTls: 'connections of other machines must be encrypted: connect with sslmode=require',
  startupLength: 'the first packet of the connection has an impossible length',
  noReplication: 'this database runs in the platform (PGlite), which has no replication',
  messageUnknown: (code: string) => `this message can’t be read: its type is ${code}`,
  messageLength: 'this message has an impossible length',
  messageTooLong: (megabytes: number) =>
    `this message is longer than ${megabytes} MB, the most that a database in the platform (PGlite) takes at once`,
  needsPassword: 'a password is needed: this server takes SCRAM-SHA-256 only',
  wrongPassword: (user: string) => `password authentication failed for user "${user}"`,
  wrongDatabase: (name: string) => `database "${name}" does not exist; the database is named "postgres"`,
  busy: 'this database runs in the platform (PGlite) and takes one connection at a time, and another program is connected; close that connection first, or let your pool open only one',
  notOpen: (reason: string) => `the database could not be opened: ${reason}`,
  idleInTransaction: (seconds: number) =>
    `terminating connection due to idle-in-transaction timeout: after ${seconds} s without a message the transaction was rolled back, because everybody else waits for it in a database with one session (PGlite)`,
  idleHolding: (seconds: number) =>
    `terminating connection due to idle-session timeout: its temporary tables, open cursors or advisory locks kept others waiting for ${seconds} s in a database with one session (PGlite)`,
  cancelled:
    'canceling statement due to user request; a database in the platform (PGlite) can’t interrupt a statement, so that the connection ends, too',
  shutdown: 'terminating connection due to administrator command',
  lost: 'the database stopped and starts again; connect again',
  clientLeft: 'the client has left',
  signInTime: 'the sign-in took too long',
}
