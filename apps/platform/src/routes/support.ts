/** Support tickets. CONTRACT support. */
import { createTicket } from '@basedeck/platform-client/contract'
import { isClosed } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { findProject } from '../control/resources.js'
import { insertTicket } from '../control/tickets.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import type { Mailer } from '../mail/mailer.js'
import { ticketMail } from '../mail/mails.js'
import { ticketText } from '../text/mails.js'

export interface SupportRouteDeps {
  control: ControlDatabase
  mailer: Mailer
  /** Where tickets are mailed to; undefined: they are only stored. */
  supportEmail: string | undefined
  now(): Date
}

export function supportRoutes(mount: Mount, { control, mailer, supportEmail, now }: SupportRouteDeps): void {
  mount.on(
    createTicket,
    async ({ caller, body, origin }) => {
      const project =
        body.project_ref === undefined ? undefined : await findProject(control, body.project_ref)
      const slug = project?.organization.slug ?? body.organization_slug
      const membership = caller.memberships.find((one) => one.slug === slug)
      // A ticket about a foreign project would reveal that it exists.
      if (body.project_ref !== undefined && (!project || !membership || isClosed(caller, membership)))
        throw new DomainError('project_not_found')
      if (slug !== undefined && !membership) throw new DomainError('organization_not_found')
      const written = await control.write([
        insertTicket({
          profileId: caller.id,
          organizationId: membership?.organizationId,
          projectRef: project?.ref,
          category: body.category,
          subject: body.subject,
          message: body.message,
          error: body.error,
        }),
        auditStatement(caller, origin, {
          action: 'support.ticket',
          target: body.subject,
          organizationId: membership?.organizationId,
          projectRef: project?.ref,
        }),
      ])
      const id = written.ok ? Number(written.rows[0]?.[0]) : 0
      const mailed =
        supportEmail !== undefined && (await mailer.send(ticketMail(supportEmail, { id, ...body })))
      return {
        id,
        category: body.category,
        subject: body.subject,
        inserted_at: now().toISOString(),
        destination:
          mailed && supportEmail !== undefined
            ? `${ticketText.stored} ${ticketText.mailed(supportEmail)}`
            : ticketText.stored,
      }
    },
    201,
  )
}
