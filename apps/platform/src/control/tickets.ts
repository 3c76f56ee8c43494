/** Support tickets as rows: written by people, read by the administrators of the installation. */
import type { InstallationTicket, TicketCategory } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface NewTicket {
  profileId: string
  organizationId: number | undefined
  projectRef: string | undefined
  category: TicketCategory
  subject: string
  message: string
  error: string | undefined
}

/** Gives the number of the ticket. */
export function insertTicket(ticket: NewTicket): ControlStatement {
  return {
    sql: `insert into control.tickets as t
        (profile_id, organization_id, project_ref, category, subject, message, error)
      values ($1, $2, $3, $4, $5, $6, $7) returning to_json(t.id)`,
    parameters: [
      ticket.profileId,
      ticket.organizationId,
      ticket.projectRef,
      ticket.category,
      ticket.subject,
      ticket.message,
      ticket.error,
    ],
  }
}

const FOUND = `($1::text is null or exists (
  select from unnest(array[t.subject, t.message, t.project_ref, p.first_name, p.email, o.name]) word
  where strpos(lower(word), lower($1)) > 0))`
const FROM = `control.tickets t
  left join control.profiles p on p.id = t.profile_id
  left join control.organizations o on o.id = t.organization_id`

type TicketRow = Omit<InstallationTicket, 'person'> & {
  person_name: string | null
  person_email: string | null
}

/** The newest first. */
export async function listTicketRows(
  control: Pick<ControlDatabase, 'select'>,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<{ tickets: InstallationTicket[]; count: number }> {
  const words = search === '' ? undefined : search
  const [rows, [total]] = await Promise.all([
    control.select<TicketRow>(
      `select t.id, t.category, t.subject, t.message, t.error, t.project_ref, t.created_at as inserted_at,
         p.first_name as person_name, p.email as person_email, o.name as organization_name
       from ${FROM} where ${FOUND} order by t.id desc limit $2 offset $3`,
      [words, limit, offset],
    ),
    control.select<{ count: number }>(`select count(*)::int as count from ${FROM} where ${FOUND}`, [words]),
  ])
  const tickets = rows.map(({ person_name: name, person_email: email, ...ticket }) => ({
    ...ticket,
    person: name === null ? null : { name, email },
  }))
  return { tickets, count: total?.count ?? 0 }
}
