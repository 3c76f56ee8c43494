/** The mails of the projects' auth services: written from templates, then sent through the queue or kept. */
import { randomUUID } from 'node:crypto'
import { renderAuthMail, type MailTemplate, type RenderedMail } from '@basedeck/core/rules'
import {
  AUTH_MAIL_DEFAULTS,
  type AuthConfig,
  type AuthMailKind,
  type AuthMailTexts,
  type AuthMailWay,
  type MailVariables,
} from '@basedeck/platform-client/contract'
import { addAuthMail, authMailPurpose } from '../../control/auth-mails.js'
import { isMailOff } from '../../control/branches.js'
import { authConfigOf, authSecretOf } from '../../control/auth-settings.js'
import type { ControlDatabase } from '../../control/control-database.js'
import { addDelivery } from '../../control/deliveries.js'
import { DomainError } from '../../kernel/domain-error.js'
import { deliveryPurpose, type MailOutcome, type MailRequest } from '../../outgoing/deliver-due.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import type { Mailer } from '../mailer.js'
import { isOperatorsName, mailWay, PLATFORM_MAILS_AN_HOUR } from './mail-way.js'
import { sendBySmtp, type SmtpOptions } from './smtp-sending.js'

/** A mail that a flow of auth asks for. */
export interface AuthMailRequest {
  kind: AuthMailKind
  to: string
  variables: Omit<MailVariables, 'Data'> & { Data: Readonly<Record<string, unknown>> }
}

/** What is sealed of a mail. `subject` is without codes. */
export interface AuthMailContent {
  to: string
  subject: string
  /** Only of a mail that is kept: as it was written, and with its links and codes blanked. */
  kept?: { open: RenderedMail; blanked: RenderedMail }
}

export interface AuthMailsDeps {
  control: ControlDatabase
  box: SecretBox
  mailer: Pick<Mailer, 'isConfigured'>
  /** The hosted build. */
  isPlatform: boolean
  /** Something was added to the queue. */
  onAdded(): void
}

export interface AuthMails {
  /** @throws DomainError project_not_found */
  way(ref: string): Promise<AuthMailWay | 'none'>
  /**
   * Takes a mail on, without waiting for its delivery. Gives its id.
   * @throws DomainError project_not_found, auth_mail_unavailable, email_address_not_authorized, too_many_requests
   */
  send(ref: string, mail: AuthMailRequest): Promise<string>
  /** Whether the address is one of a member of the project's organization. */
  isMember(ref: string, address: string): Promise<boolean>
}

const BLANK = '•••'

export function createAuthMails({ control, box, mailer, isPlatform, onAdded }: AuthMailsDeps): AuthMails {
  const configOf = async (ref: string): Promise<AuthConfig> => {
    const config = await authConfigOf(control, ref)
    if (!config) throw new DomainError('project_not_found')
    return config
  }
  const wayOf = async (ref: string, config: AuthConfig) =>
    (await isMailOff(control, ref))
      ? 'kept'
      : mailWay({ config, hasPlatformServer: mailer.isConfigured, isPlatform })
  const isMember = async (ref: string, address: string) => {
    const rows = await control.select(
      `select 1 from control.projects p join control.members m on m.organization_id = p.organization_id
       join control.profiles f on f.id = m.profile_id where p.ref = $1 and lower(f.email) = lower($2) limit 1`,
      [ref, address],
    )
    return rows.length > 0
  }

  return {
    way: async (ref) => wayOf(ref, await configOf(ref)),
    isMember,
    async send(ref, { kind, to, variables }) {
      const config = await configOf(ref)
      const way = await wayOf(ref, config)
      if (way === 'none') throw new DomainError('auth_mail_unavailable')
      const isOperators = isOperatorsName(way, isPlatform)
      if (isOperators && !(await isMember(ref, to))) throw new DomainError('email_address_not_authorized')
      const template = templateOf(isOperators ? AUTH_MAIL_DEFAULTS : config, kind)
      const values = { ...variables, Data: { ...variables.Data } }
      const open = renderAuthMail(template, values)
      const blanked = renderAuthMail(template, {
        ...values,
        ConfirmationURL: BLANK,
        Token: BLANK,
        TokenHash: BLANK,
      })
      const content: AuthMailContent = {
        to,
        subject: blanked.subject,
        ...(way === 'kept' ? { kept: { open, blanked } } : {}),
      }
      const id = randomUUID()
      const sealed = box.seal(JSON.stringify(content), authMailPurpose(id))
      const row = addAuthMail(
        ref,
        { id, kind, way, content: sealed },
        isOperators ? PLATFORM_MAILS_AN_HOUR : undefined,
      )
      if (way === 'kept') await written(control.append([row]))
      else {
        const mail: MailRequest = { ref, way, to, ...open }
        const request = box.seal(JSON.stringify({ mail }), deliveryPurpose(id))
        await written(control.append([row, addDelivery(id, ref, request)]))
        onAdded()
      }
      return id
    },
  }
}

async function written(writing: ReturnType<ControlDatabase['append']>): Promise<void> {
  if (!(await writing).ok) throw new DomainError('too_many_requests')
}

function templateOf(texts: AuthMailTexts, kind: AuthMailKind): MailTemplate {
  return { subject: texts[`mailer_subjects_${kind}`], content: texts[`mailer_templates_${kind}_content`] }
}

export interface SendAuthMailDeps extends SmtpOptions {
  control: ControlDatabase
  box: Pick<SecretBox, 'open'>
  mailer: Pick<Mailer, 'send'>
}

/** Hands a mail of the queue over, by the settings as they are now: whoever mends them mends what waits. */
export async function sendAuthMail(deps: SendAuthMailDeps, mail: MailRequest): Promise<MailOutcome> {
  const { control, box, mailer } = deps
  if (mail.way === 'platform') {
    const isSent = await mailer.send(mail)
    return isSent ? { ok: true } : { ok: false, reason: 'mail-platform', isFinal: false }
  }
  const config = await authConfigOf(control, mail.ref)
  if (!config || config.smtp_host === '') return { ok: false, reason: 'mail-no-server', isFinal: true }
  const password = await authSecretOf(control, box, mail.ref, 'smtp_pass')
  return sendBySmtp(deps, { config, password }, mail)
}
