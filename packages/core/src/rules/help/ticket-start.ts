/**
 * The initial values of a support ticket, from the query of its address. The query is untrusted: it is cut to what a
 * ticket accepts, and invalid values are left out.
 * @rule support.ticket-start  @spec §2
 */
import {
  NAME_MAX_CHARACTERS,
  TICKET_CATEGORIES,
  type TicketCategory,
} from '@basedeck/platform-client/contract'

/** The prefilled fields of a support ticket; empty where nothing is known. */
export interface TicketStart {
  category: TicketCategory
  subject: string
  error: string
  organization_slug: string
  project_ref: string
}

const ERROR_MAX_CHARACTERS = 10_000
/** Line ends and all other control characters. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff]+/gu
/** The same without line ends. */
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}]/gu

/**
 * The initial values of a ticket.
 * @param search the query of the address
 */
export function ticketStart(search: string): TicketStart {
  const query = new URLSearchParams(search)
  const line = (...names: string[]) => {
    const value = names.map((name) => query.get(name)).find((text) => text !== null) ?? ''
    return [...value.replace(UNSEEN, ' ').trim()].slice(0, NAME_MAX_CHARACTERS).join('').trim()
  }
  const category = TICKET_CATEGORIES.find((known) => known === query.get('category'))
  return {
    category: category ?? 'problem',
    subject: line('subject'),
    error: (query.get('error') ?? '').replace(UNSEEN_IN_LINES, '').slice(0, ERROR_MAX_CHARACTERS),
    organization_slug: line('slug'),
    project_ref: line('projectRef', 'ref'),
  }
}
