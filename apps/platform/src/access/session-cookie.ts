/** The session cookie: named per installation, HttpOnly, SameSite. DESIGN §8. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

export interface SessionCookie {
  read(c: Context): string | undefined
  write(c: Context, token: string, expiresAt: Date): void
  clear(c: Context): void
}

/** Whether a cookie of this name may be the session of an installation. */
export function isSessionCookie(name: string): boolean {
  return /^(__Host-)?basedeck_/i.test(name)
}

/**
 * Cookies ignore ports, so two installations on one machine need different cookie names.
 * @param installationId the same for all processes that share sessions
 * @param secure the dashboard is reached over TLS
 */
export function createSessionCookie(installationId: string, secure: boolean): SessionCookie {
  const plain = `basedeck_${installationId.slice(0, 8)}`
  const name = secure ? `__Host-${plain}` : plain
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const
  return {
    read: (c) => getCookie(c, name),
    write: (c, token, expiresAt) => setCookie(c, name, token, { ...options, expires: expiresAt }),
    clear: (c) => void deleteCookie(c, name, options),
  }
}
