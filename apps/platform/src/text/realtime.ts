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
}
