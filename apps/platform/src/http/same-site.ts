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
    if (!allowed().some((origin) => new URL(origin).host === host.toLowerCase()))
      throw new HttpError('foreign_host')
    await next()
  })
}

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
