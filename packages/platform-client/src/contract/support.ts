/** Support: tickets stored on the platform for its operator. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { displayName } from './names.js'

/** What a ticket can be about. */
export const TICKET_CATEGORIES = [
  'dashboard_bug',
  'database_unresponsive',
  'performance',
  'problem',
  'account_deletion',
  'billing',
  'others',
] as const
/** What a ticket is about. */
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]

/** A ticket of the caller. `inserted_at` is ISO 8601. */
export interface Ticket {
  id: number
  category: TicketCategory
  subject: string
  inserted_at: string
  /** Where it went, as a sentence: the platform's record, and the address it was mailed to. */
  destination: string
}

const MESSAGE_MAX_CHARACTERS = 10_000

/** What `createTicket` takes. */
export const ticketBody = v.object({
  category: v.picklist(TICKET_CATEGORIES, 'Choose a category'),
  subject: displayName('The subject'),
  message: v.pipe(
    v.string('The message must be a text'),
    v.trim(),
    v.nonEmpty('The message must not be empty'),
    v.maxLength(
      MESSAGE_MAX_CHARACTERS,
      `The message must not be longer than ${MESSAGE_MAX_CHARACTERS} characters`,
    ),
  ),
  organization_slug: v.optional(v.string()),
  project_ref: v.optional(v.string()),
  /** The error that led here, as it was shown. */
  error: v.optional(v.pipe(v.string(), v.maxLength(MESSAGE_MAX_CHARACTERS))),
})

/** Writes a ticket into the platform's record, and mails it where an address is configured. */
export const createTicket = endpoint({
  method: 'POST',
  path: '/platform/support/tickets',
  access: 'profile',
  audit: true,
  body: ticketBody,
  response: gives<Ticket>(),
})
