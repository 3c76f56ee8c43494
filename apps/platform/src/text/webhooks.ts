/** Sentences about webhooks that the server says. */
export const webhookText = {
  noTable: (schema: string, table: string) =>
    `There is no table ${schema}.${table}, so nothing is noted. Choose another table, or make it again.`,
  notSynced: (reason: string) => `The database refused what the webhook needs: ${reason}`,
  noMessage: 'The webhook has no such message',
  noValue: (name: string) => `Enter a value for the header ${name}`,
}
