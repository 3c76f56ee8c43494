/** Messages about a run of SQL, in addition to PostgreSQL’s own. */
export const runText = {
  idInUse: 'A run with this id is still running.',
  readOnlyLifted: 'The statement ended its READ ONLY transaction or made it writable.',
  readOnlyReset: 'transaction_read_only can’t be reset in a READ ONLY run.',
  transactionControl: (where: string) =>
    `Statements that begin or end a transaction are not possible in ${where}: it is one transaction already.`,
  inReadOnlyRun: 'a READ ONLY run',
  inRunAsRole: 'a run as another role',
  inDiscardedRun: 'a run that is rolled back at its end',
  inStream: 'a stream',
  reader: 'Your role may only read',
  report: 'A report may only read',
  superuser: 'This database is used as a superuser, and a run that was not confirmed may only read',
  cannotRun: (statement: string) => `it can’t run ${statement}.`,
  cannotCall: (name: string) => `it can’t call ${name}.`,
  cannotJudge: 'this text is too large or too deeply nested to be checked.',
  tooComplex: 'This text is too large or too deeply nested to be checked. Run it in several parts.',
  hookRefused: (hook: string, reason: string | null | undefined) =>
    `The access token hook ${hook} refused: ${reason ?? 'it gave no reason'}`,
  hookWithoutClaims: (hook: string) => `The access token hook ${hook} returned no claims.`,
  noCopyIn:
    'COPY FROM STDIN needs its lines of data below it, ended by a line with \\.; for a file use the import',
  databaseLost: 'The database stopped in the middle of the statement; it is starting again.',
  noticesLeftOut: (count: number) =>
    `${count} ${count === 1 ? 'message is' : 'messages are'} left out here; the first and the last 500 are shown.`,
  copyNotShown: 'The rows of COPY … TO STDOUT are not shown here; use the export.',
  otherEncoding: 'client_encoding was changed; later results show only ASCII correctly.',
}
