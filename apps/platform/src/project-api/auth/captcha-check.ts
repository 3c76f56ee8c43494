/** Which calls ask a visitor to solve a CAPTCHA first, where the project wants that. */
import { objectIn, textIn, type AuthCall } from './auth-call.js'
import { AuthError } from './auth-error.js'
import type { AuthHost } from './auth-host.js'

const ASKED: ReadonlySet<string> = new Set([
  '/signup',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/passkeys/authentication/options',
])
const MOST_CHARACTERS = 8192

/** Whether it is asked at this path. A refreshed session was begun by somebody who solved one. */
export function asksCaptcha(path: string, query: URLSearchParams): boolean {
  return ASKED.has(path) || (path === '/token' && query.get('grant_type') === 'password')
}

/** Programs with a secret key are no visitors. @throws AuthError captcha_failed */
export async function requireCaptcha(
  call: Pick<AuthCall, 'settings' | 'role' | 'ref' | 'ip' | 'body'>,
  host: Pick<AuthHost, 'isCaptchaSolved'>,
): Promise<void> {
  const { settings, role, ref, ip } = call
  if (!settings.security_captcha_enabled || role === 'service_role') return
  const meta = objectIn(await call.body(), 'gotrue_meta_security') ?? {}
  const token = textIn(meta, 'captcha_token') ?? ''
  if (token === '' || token.length > MOST_CHARACTERS || !(await host.isCaptchaSolved(ref, { token, ip })))
    throw new AuthError('captcha_failed')
}
