/**
 * What opening an address needs: the page opens, waits until enough is known, or redirects to the sign-in.
 * @rule gate  @spec §2
 */
import type { SignInState } from '@basedeck/platform-client/contract'

/**
 * Who a page is for.
 * - `inside`: for signed-in users
 * - `sign-in`: for users who are not
 * - `set-up`: for the first account
 * - `link`: opened from an email or message, for both
 */
export type PageAccess = 'inside' | 'sign-in' | 'set-up' | 'link'

/** What is known when an address is opened. */
export interface GateSituation {
  /** Whom the page at the address is for. */
  access: PageAccess
  /** Whether the platform has accounts; undefined while unknown. */
  accounts: boolean | undefined
  /** The sign-in state of the caller; undefined while unknown. */
  status: SignInState['status'] | undefined
  /** The address itself, with query and hash. */
  here: string
  /** The address to continue to, from the query parameter. */
  next: string | null
  /** Where the user is led without such an address. */
  home: string
}

/** Whether an address opens, waits until more is known, or leads elsewhere. */
export type GateDecision = { type: 'open' } | { type: 'wait' } | { type: 'redirect'; to: string }

/** Decides whether an address opens for this caller. */
export function gateFor({ access, accounts, status, here, next, home }: GateSituation): GateDecision {
  if (accounts === undefined) return { type: 'wait' }
  if (!accounts) return access === 'inside' ? { type: 'open' } : { type: 'redirect', to: home }
  if (status === undefined) return { type: 'wait' }
  if (status === 'setup-needed')
    return access === 'set-up' ? { type: 'open' } : { type: 'redirect', to: '/set-up' }
  if (access === 'link') return { type: 'open' }
  if (status === 'signed-in') {
    return access === 'inside' ? { type: 'open' } : { type: 'redirect', to: safeNext(next) ?? home }
  }
  if (access === 'sign-in') return { type: 'open' }
  return { type: 'redirect', to: access === 'inside' ? signInHref(here) : '/sign-in' }
}

/** The sign-in page that leads back to `here` afterwards. */
export function signInHref(here: string): string {
  const next = safeNext(here)
  return next === null || next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}

const NEXT_MAX_CHARACTERS = 2000
/** Pages that are never a target after sign-in: the redirect would loop. */
const ENTRANCE = /^\/(sign-in|set-up|forgot-password)(?![^/?#])/

/** Accepts only a path of this origin, and rejects every text that a browser could read or normalise into another site. */
export function safeNext(next: string | null): string | null {
  if (next === null || next.length > NEXT_MAX_CHARACTERS) return null
  if (!/^\/(?![/\\])[^\p{Cc} \\]*$/u.test(next)) return null
  return ENTRANCE.test(next) ? null : next
}
