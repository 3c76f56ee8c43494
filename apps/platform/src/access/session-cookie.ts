/** The cookie of a session: this installation's own name, no script reads it, no other site sends it. DESIGN §8. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

export interface SessionCookie {
  read(c: Context): string | undefined
  write(c: Context, token: string, expiresAt: Date): void
  clear(c: Context): void
}

/**
 * Cookies know no ports: two installations on one machine must not take each other's.
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
