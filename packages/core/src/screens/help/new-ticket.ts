/** A ticket for the platform's operator: its subject, its message, and where it was sent. */
import { TICKET_CATEGORIES, ticketBody, type Ticket, type TicketCategory } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object, pipe, string, transform, trim } from 'valibot'
import { organizationsQuery } from '../../data/organizations.js'
import { ticketCreation } from '../../data/support.js'
import { defined } from '../../kernel/defined.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { ticketStart } from '../../rules/help/ticket-start.js'
import { supportText } from '../../text/support.js'
import type { Needs } from '../context.js'

export interface TicketValues {
  category: TicketCategory
  subject: string
  message: string
  /** Empty: none of these. */
  organization_slug: string
  project_ref: string
  error: string
}

/** `/support/new`: writes a ticket to the operator of the platform. */
export interface NewTicketScreen extends Disposable {
  readonly title: string
  readonly form: Form<TicketValues>
  readonly categories: { value: TicketCategory; label: string }[]
  readonly $organizations: ReadableAtom<{ value: string; label: string }[]>
  /** The ticket that was written, with where it went. */
  readonly $sent: ReadableAtom<Ticket | null>
  /** Begins another one, about the same project. */
  another(): void
}

/** An empty field is one that was left out. */
const orNothing = pipe(
  string(),
  trim(),
  transform((words) => (words === '' ? undefined : words)),
)
const { category, subject, message, error } = ticketBody.entries
const schema = object({
  category,
  organization_slug: orNothing,
  project_ref: orNothing,
  subject,
  message,
  error: pipe(orNothing, error),
})

export function createNewTicket(
  { client, queries, router, formDrafts }: Needs<'client' | 'queries' | 'router' | 'formDrafts'>,
  { title }: { title: string },
): NewTicketScreen {
  const $sent = atom<Ticket | null>(null)
  const form: Form<TicketValues> = createForm({
    schema,
    initial: { ...ticketStart(router.$route.get().location.search), message: '' },
    blames: { organization_not_found: 'organization_slug', project_not_found: 'project_ref' },
    async submit(typed) {
      $sent.set(await mutate(queries, ticketCreation(client), defined(typed)))
    },
  })
  // Another start is another ticket.
  formDrafts.keep(`ticket ${router.$route.get().location.search}`, form)
  return {
    title,
    form,
    categories: TICKET_CATEGORIES.map((value) => ({ value, label: supportText.categories[value] })),
    $organizations: computed(queries.store(organizationsQuery(client)), (organizations) => [
      { value: '', label: supportText.noOrganization },
      ...(organizations.status === 'ready'
        ? organizations.data.map(({ slug, name }) => ({ value: slug, label: supportText.named(name, slug) }))
        : []),
    ]),
    $sent,
    another() {
      form.set('subject', '')
      form.set('error', '')
      $sent.set(null)
    },
    dispose() {},
  }
}
