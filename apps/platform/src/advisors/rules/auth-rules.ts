/** Settings of a project's auth service that are weaker than they should be once it has users. */
import type { AuthConfig, Lint } from '@basedeck/platform-client/contract'
import type { AdvisorRuleName } from '../../text/advisors.js'

/** NIST SP 800-63B §5.1.1.2: at least eight characters. */
const LEAST_PASSWORD = 8
const HOUR_S = 3600

export interface AuthWeakness extends Pick<Lint, 'level'> {
  name: AdvisorRuleName
  detail: string
}

/** @param config undefined: the project has no auth service */
export function authWeaknesses(config: AuthConfig | undefined): AuthWeakness[] {
  if (!config?.enabled) return []
  const found: AuthWeakness[] = []
  const { password_min_length: least, mailer_otp_exp: seconds } = config
  if (least < LEAST_PASSWORD)
    found.push({
      name: 'auth_password_too_short',
      level: 'WARN',
      detail: `Passwords of ${least} characters are taken.`,
    })
  if (seconds > HOUR_S)
    found.push({
      name: 'auth_otp_long_expiry',
      level: 'WARN',
      detail: `Codes and links in mails work for ${Math.round(seconds / HOUR_S)} hours.`,
    })
  return found
}
