/** What the server says about migrations. */
const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

export const migrationsText = {
  failedAt: (number: number, of: number, message: string) =>
    `Statement ${number} of ${of} failed: ${message}`,
  kept: (count: number) =>
    `${count === 1 ? 'The statement' : `The ${count} statements`} before it ${count === 1 ? 'was' : 'were'} kept, because one of them can’t run in a transaction. Take ${count === 1 ? 'it' : 'them'} out before you apply the rest.`,
  heldBy: (seconds: number, holders: readonly string[]) =>
    holders.length === 0
      ? `A lock was not free within ${seconds} seconds. Apply it again when nobody works with the table.`
      : `A lock was not free within ${seconds} seconds. It is held by ${holders.map((one) => `session ${one}`).join('; ')}. Wait until it ends, or end it.`,
  noStatements: 'The history does not keep the SQL of this migration, so it can’t be replayed.',
  noScratch: (reason: string) => `No database can be made to replay the history in: ${reason}`,
  notComparable: (reason: string) => `The schemas can’t be compared: ${reason}`,
  tooLong: 'Replaying the history took longer than ten minutes.',
  plural,
}
