/** What the auth service asks of the platform about its settings and mails. All of it is plain data. */
import type { AuthConfig } from '@basedeck/platform-client/contract'
import type { AuthMail, AuthMails } from './auth-mails.js'

export interface AuthConfigHost {
  /** Undefined: there is no such project. */
  authConfig(ref: string): Promise<AuthConfig | undefined>
  /** @throws DomainError project_not_found, auth_mail_unavailable, email_address_not_authorized, too_many_requests */
  sendAuthMail(ref: string, mail: AuthMail): Promise<void>
}

/** The mails of the platform, as the flows ask for them. */
export function platformAuthMails(host: Pick<AuthConfigHost, 'sendAuthMail'>): AuthMails {
  return { send: (ref, mail) => host.sendAuthMail(ref, mail) }
}
