/**
 * Binds a flow that ends in a session to the browser that began it, by a cookie that only its answer reads. Somebody who sends
 * another person the last address of a flow of his own would sign that person in as himself. A flow that ends in a code is bound
 * by the application's own secret (PKCE).
 */
import { timingSafeEqual } from 'node:crypto'
import type { AuthCall } from '../auth-call.js'
import type { ProviderFlow } from './provider-flow.js'

/** As long as a flow lives. */
const COOKIE_S = 900

/** Each flow has its own, so that several tabs do not disturb each other. */
const nameOf = ({ id }: Pick<ProviderFlow, 'id'>): string => `auth-flow-${id.slice(0, 8)}`

export function isBoundToBrowser({ challenge, linksTo }: ProviderFlow): boolean {
  return challenge === undefined && linksTo === undefined
}

export function bindingCookie({ texts, issuer }: AuthCall, flow: ProviderFlow): string {
  return cookie(issuer, flow, texts.hash('provider-browser', flow.id), COOKIE_S)
}

export function removedCookie({ issuer }: AuthCall, flow: ProviderFlow): string {
  return cookie(issuer, flow, '', 0)
}

export function isSameBrowser({ cookie: read, texts }: AuthCall, flow: ProviderFlow): boolean {
  const expected = Buffer.from(texts.hash('provider-browser', flow.id))
  const given = Buffer.from(read(nameOf(flow)) ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Lax: it comes with the provider's redirect, and with no call that a page of another site makes. */
function cookie(issuer: string, flow: ProviderFlow, value: string, maxAge: number): string {
  const { pathname, protocol } = new URL(issuer)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${nameOf(flow)}=${value}; Path=${pathname}/callback; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
