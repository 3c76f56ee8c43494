/** Mails of a project's auth service: those of the last day, and a test. */
import { exampleMailVariables } from '@basedeck/core/rules'
import {
  getAuthMail,
  listAuthMails as listAuthMailsCall,
  openAuthMail,
  removeAuthMail,
  sendAuthMailAgain,
  sendTestAuthMail,
  type AuthMailEntry,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import { authConfigOf } from '../control/auth-settings.js'
import {
  authMailById,
  authMailPurpose,
  deleteAuthMail,
  listAuthMails,
  type AuthMailRow,
} from '../control/auth-mails.js'
import { sendAgain } from '../control/deliveries.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import type { AuthMailContent, AuthMails } from '../mail/auth/auth-mails.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { Mount } from './mount.js'

export interface AuthMailRouteDeps {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  mails: AuthMails
  /** Sends what is due, and resolves when it was tried. */
  deliver(): Promise<void>
  accountsOn: boolean
}

export function authMailRoutes(
  mount: Mount,
  { control, box, mails, deliver, accountsOn }: AuthMailRouteDeps,
): void {
  const contentOf = ({ id, content }: AuthMailRow) =>
    JSON.parse(box.open(content, authMailPurpose(id))) as AuthMailContent
  const entryOf = (row: AuthMailRow): AuthMailEntry => {
    const { id, kind, way, created_at, status, attempts, reason } = row
    const { to, subject } = contentOf(row)
    return { id, kind, way, to, subject, created_at, status: status ?? 'kept', attempts, reason }
  }
  const rowOf = async (ref: string, id: string | undefined): Promise<AuthMailRow> => {
    const row = await authMailById(control, ref, id ?? '')
    if (!row) throw new DomainError('auth_mail_not_found')
    return row
  }
  const keptIn = (row: AuthMailRow) => {
    const { to, kept } = contentOf(row)
    if (!kept) throw new DomainError('auth_mail_not_found')
    return { to, ...kept }
  }

  mount.on(listAuthMailsCall, async ({ project: { ref } }) => ({
    way: await mails.way(ref),
    mails: (await listAuthMails(control, ref)).map(entryOf),
  }))

  mount.on(getAuthMail, async ({ project, params }) => keptIn(await rowOf(project.ref, params['id'])).blanked)

  mount.on(openAuthMail, async ({ caller, project, params, origin }) => {
    const { to, open } = keptIn(await rowOf(project.ref, params['id']))
    await control.write([
      auditStatement(caller, origin, {
        action: 'auth_mail.open',
        target: to,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    return open
  })

  mount.on(sendAuthMailAgain, async ({ caller, project, params, origin }) => {
    const row = await rowOf(project.ref, params['id'])
    if (row.status !== 'failed') throw new DomainError('auth_mail_not_failed')
    const written = await control.write([
      sendAgain(project.ref, row.id),
      auditStatement(caller, origin, {
        action: 'auth_mail.send_again',
        target: contentOf(row).to,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    if (!written.ok) throw new DomainError('auth_mail_not_failed')
    await deliver()
    return entryOf(await rowOf(project.ref, row.id))
  })

  mount.on(removeAuthMail, async ({ caller, project, params, origin }) => {
    const row = await rowOf(project.ref, params['id'])
    const written = await control.write([
      deleteAuthMail(project.ref, row.id),
      auditStatement(caller, origin, {
        action: 'auth_mail.delete',
        target: contentOf(row).to,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    if (!written.ok) throw new DomainError('auth_mail_not_found')
    return { id: row.id }
  })

  mount.on(
    sendTestAuthMail,
    async ({ caller, project, body: { kind, to }, origin }) => {
      // Whoever may change settings must not be able to write to everybody in the project's name.
      if (accountsOn && !(await mails.isMember(project.ref, to)))
        throw new DomainError('email_address_not_authorized')
      const config = await authConfigOf(control, project.ref)
      const variables = exampleMailVariables(to, config?.site_url ?? '')
      const id = await mails.send(project.ref, { kind, to, variables })
      await control.write([
        auditStatement(caller, origin, {
          action: 'auth_mail.test',
          target: to,
          organizationId: project.organization.id,
          projectRef: project.ref,
          detail: { kind },
        }),
      ])
      await deliver()
      return entryOf(await rowOf(project.ref, id))
    },
    201,
  )
}
