/**
 * What a support ticket begins with, from the address that led to it. The address is untrusted text: it is cut to what a
 * ticket takes, and what could not be sent is left out.
 * @rule support.ticket-start  @spec §2
 */
import {
  NAME_MAX_CHARACTERS,
  TICKET_CATEGORIES,
  type TicketCategory,
} from '@basedeck/platform-client/contract'

/** The fields of a support ticket that are filled in already; empty where nothing is known. */
export interface TicketStart {
  category: TicketCategory
  subject: string
  error: string
  organization_slug: string
  project_ref: string
}

const ERROR_MAX_CHARACTERS = 10_000
/** Line ends and everything else that can't be seen. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff]+/gu
/** The same, but for what makes lines. */
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}]/gu

/**
 * What a ticket begins with.
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
