/**
 * The door of every service, on both ports: the dashboard's session never reaches a service, and no answer of a service can
 * reach the dashboard's session or run script on its origin.
 */
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../routes/app-env.js'
import { isSessionCookie } from '../access/session-cookie.js'

/** Headers by which a page could change what the browser holds for the whole origin. */
const REFUSED = ['clear-site-data', 'service-worker-allowed', 'access-control-allow-credentials']

/** A sandbox without exceptions. */
const SANDBOX = /(^|[;,])\s*sandbox\s*(?=[;,]|$)/i

/** Takes the dashboard's cookies out of the call. It stands behind the check of a proof, which holds for the cookies. */
export const callsDoor = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('cookie')
  const kept = cookiesForServices(given)
  if (kept === undefined && given !== undefined) c.req.raw.headers.delete('cookie')
  else if (kept !== undefined && kept !== given) c.req.raw.headers.set('cookie', kept)
  await next()
})

/** Without those of the dashboard; undefined: none is left. */
export function cookiesForServices(given: string | undefined): string | undefined {
  const kept = given
    ?.split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !isSessionCookie(pair.split('=', 1)[0] ?? ''))
  return kept?.length ? kept.join('; ') : undefined
}

/** @param name in lower case */
export function mayLeave(name: string, value: string): boolean {
  if (name === 'set-cookie') return !isSessionCookie(value.split('=', 1)[0]?.trim() ?? '')
  return !REFUSED.includes(name)
}

/** @param isDashboardPort every answer is sandboxed, whatever the service says */
export function answersDoor({ isDashboardPort }: { isDashboardPort: boolean }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const { headers } = c.res
    for (const name of REFUSED) headers.delete(name)
    const cookies = headers.getSetCookie()
    const kept = cookies.filter((cookie) => mayLeave('set-cookie', cookie))
    if (kept.length < cookies.length) {
      headers.delete('set-cookie')
      for (const cookie of kept) headers.append('set-cookie', cookie)
    }
    if (!isDashboardPort) return
    headers.set('x-content-type-options', 'nosniff')
    const policy = headers.get('content-security-policy')
    // Of several policies all hold.
    if (policy === null) headers.set('content-security-policy', 'sandbox')
    else if (!SANDBOX.test(policy)) headers.append('content-security-policy', 'sandbox')
  })
}
