/** Tickets of the support desk. */
import { createTicket, type ArgumentsOf, type Client, type Ticket } from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'

export function ticketCreation(
  client: Client,
): MutationData<ArgumentsOf<typeof createTicket>['body'], Ticket> {
  return { call: (body) => client.call(createTicket, { body }) }
}
