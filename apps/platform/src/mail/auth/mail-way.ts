/** By whose server a mail of a project's auth service goes, and whether it may. */
import type { AuthConfig, AuthMailWay } from '@basedeck/platform-client/contract'

export interface MailSituation {
  config: Pick<AuthConfig, 'smtp_host' | 'smtp_admin_email'>
  /** The operator's server is set up. */
  hasPlatformServer: boolean
  /** The hosted build. */
  isPlatform: boolean
}

/** The project's own server, else the platform's, else none: self-hosted the mail is kept then. */
export function mailWay({ config, hasPlatformServer, isPlatform }: MailSituation): AuthMailWay | 'none' {
  if (config.smtp_host !== '' && config.smtp_admin_email !== '') return 'project'
  if (hasPlatformServer) return 'platform'
  return isPlatform ? 'none' : 'kept'
}

/** What a hosted platform's own server sends in an hour, for one project. */
export const PLATFORM_MAILS_AN_HOUR = 30

/**
 * A hosted platform's server is its operator's good name: it writes only to people who belong to the project, and only what
 * the operator wrote.
 */
export function isOperatorsName(way: AuthMailWay, isPlatform: boolean): boolean {
  return way === 'platform' && isPlatform
}
