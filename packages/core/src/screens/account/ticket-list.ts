/** The support tickets of the installation, for its administrators: found, and each opened whole. */
import type { InstallationTicket } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { ticketsQuery } from '../../data/installation.js'
import { createSearchedList, type SearchedList } from '../../kernel/searched-list.js'
import { installationText as text } from '../../text/installation.js'
import { supportText } from '../../text/support.js'
import { exactTime } from '../../text/time.js'
import type { Needs } from '../context.js'

/** A ticket, whole. */
export interface OpenTicket {
  title: string
  facts: { label: string; value: string; isCode?: boolean }[]
  message: string
  /** The error that led to it; null: none. */
  error: string | null
}

/** The support tickets of the installation. */
export interface TicketList extends SearchedList<unknown, InstallationTicket> {
  readonly $open: ReadableAtom<OpenTicket | null>
  open(id: number): void
  close(): void
  /** What it is about. */
  categoryOf(ticket: InstallationTicket): string
  /** Who wrote it. */
  personOf(ticket: InstallationTicket): string
}

export function createTicketList(context: Needs<'host' | 'client' | 'queries'>): TicketList {
  const list = createSearchedList(context, (words) => ticketsQuery(context.client, words))
  const $openId = atom<number | null>(null)
  return {
    ...list,
    $open: computed([list.$list, $openId], (remote, id) => {
      const found = remote.status === 'ready' ? remote.items.find((one) => one.id === id) : undefined
      return found ? openTicket(found) : null
    }),
    open: (id) => $openId.set(id),
    close: () => $openId.set(null),
    categoryOf,
    personOf,
  }
}

function openTicket(ticket: InstallationTicket): OpenTicket {
  const { id, subject, message, error, person, organization_name, project_ref, inserted_at } = ticket
  const { ticketFacts: labels } = text
  return {
    title: text.ticketTitle(id, subject),
    facts: [
      { label: labels.when, value: exactTime(Date.parse(inserted_at)) },
      { label: labels.person, value: [personOf(ticket), person?.email].filter(Boolean).join(' · ') },
      { label: labels.category, value: categoryOf(ticket) },
      ...(organization_name === null ? [] : [{ label: labels.organization, value: organization_name }]),
      ...(project_ref === null ? [] : [{ label: labels.project, value: project_ref, isCode: true }]),
    ],
    message,
    error,
  }
}

function categoryOf({ category }: InstallationTicket): string {
  return supportText.categories[category] ?? category
}

function personOf({ person }: InstallationTicket): string {
  return person?.name ?? text.goneAccount
}
