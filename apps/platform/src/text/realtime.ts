/** What the realtime service says to its clients. SERVICES §3.1. */
export const realtimeText = {
  noTopic: 'You must provide a topic name',
  tooManyJoins: 'Too many joins per second',
  tooManyChannels: 'Too many channels',
  tooManyMessages: 'Too many messages per second',
  tooManyPresences: 'Too many presence messages per second',
  tooManyPresenceCalls: 'Too many presence calls of this client; try again in half a minute',
  payloadTooLarge: 'Payload is too large',
  presenceNoObject: 'The payload of a presence must be an object, and its event track or untrack',
  privateOnly: 'This project only allows private channels',
  off: 'Realtime was disabled for the project',
  noDatabase: 'The database of the project can’t be reached',
  malformedToken: 'The token provided is not a valid JWT',
  wrongSignature: 'Failed to validate JWT signature',
  expiredToken: 'Token has expired',
  invalidToken: 'The token or key is no longer valid',
  replicationReady: 'Replication connection established',
  mayNotRead: (topic: string) =>
    `You do not have permissions to read from this Channel topic: ${topic.replace('realtime:', '')}`,
  mayNotWrite: (extension: string, role: string) =>
    `No policy of realtime.messages lets the role ${role} send: extension ${extension}`,
  subscribed: 'Subscribed to PostgreSQL',
  noChanges: 'Changes of tables are not available for this database',
  unknownEvent: (event: string) => `There is no event ${event}: ask for INSERT, UPDATE, DELETE or *`,
  malformedFilter: (filter: string) => `The filter ${filter} can’t be read: write column=operator.value`,
  selectOfAll: 'Columns can be chosen of one table only',
  filterOfAll: 'Filters can be set on one table only',
  notPublished: (schema: string, table: string) =>
    `Realtime is not on for ${schema}.${table}: turn it on in the table editor, or add the table to the publication supabase_realtime`,
  mayNotReadTable: (schema: string, table: string, role: string) =>
    `The role ${role} may not read ${schema}.${table}`,
  noSuchColumn: (column: string, role: string) =>
    `There is no column ${column} that the role ${role} may read`,
  wrongValue: (column: string) => `The filter’s value can’t be compared with the column ${column}`,
  noMessages: 'The database has no table realtime.messages of ours: prepare it first',
  noPublicReplay: 'Messages are kept for private channels only',
  changesInterrupted: 'The connection to PostgreSQL was lost: changes are sent again as soon as it is back',
  changesMissed: 'Changes of tables may have been missed while the connection to PostgreSQL was lost',
  manyClaims: (measured: number) =>
    `More than ${measured.toLocaleString('en')} different claims listen to changes of this project: each change is checked for each of them, and arrives later`,
  changesUnchecked: 'Some changes could not be checked against row-level security in time, and were not sent',
}
