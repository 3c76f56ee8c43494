/**
 * Host and Origin are checked on every request, so that neither a rebound DNS name nor another site's page can
 * speak to the platform. DESIGN §8.
 */
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../routes/app-env.js'
import { HttpError } from './error-table.js'
import { forwardedOf } from './forwarded.js'

/** Where the server is reached: `http://127.0.0.1:8787`, and the public address. */
export type AllowedOrigins = () => readonly string[]

/** Refuses names that only lead here: a rebound DNS entry. */
export function knownHost(allowed: AllowedOrigins) {
  return createMiddleware<AppEnv>(async (c, next) => {
    // The process that forwarded it has checked it, by the address under which it is reached itself.
    if (forwardedOf(c)) return next()
    const host = c.req.header('host') ?? new URL(c.req.url).host
    if (!hostsOf(allowed()).has(host.toLowerCase())) throw new HttpError('foreign_host')
    await next()
  })
}

/** Their hosts, as the header `Host` names them. */
export function hostsOf(origins: readonly string[]): ReadonlySet<string> {
  const known = made.get(origins)
  if (known) return known
  const hosts = new Set(origins.map((origin) => new URL(origin).host))
  made.set(origins, hosts)
  return hosts
}

/** The list of origins is the same one until it changes. */
const made = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Refuses the pages of other sites. */
export function sameSite(allowed: AllowedOrigins) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (forwardedOf(c)) return next()
    const origin = c.req.header('origin')
    if (origin !== undefined && !allowed().includes(origin)) throw new HttpError('foreign_origin')
    const site = c.req.header('sec-fetch-site')
    if (origin === undefined && site === 'cross-site' && c.req.method !== 'GET')
      throw new HttpError('foreign_origin')
    await next()
  })
}

/** The origins under which a loopback server is reached. */
export function loopbackOrigins(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin)
}
