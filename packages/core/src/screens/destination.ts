/** What an address leads to. SPEC §§1, 2, CLARIFICATIONS "Odds and ends". */
import { hrefOf } from '../kernel/router.js'
import type { Lead, PageData, Params, Platform } from './page.js'

export type Destination =
  | Lead
  /** A self-hosted platform has no such page. */
  | { type: 'hosted-only' }
  /** It depends on what the platform has not said yet. */
  | { type: 'unknown' }

export function destinationOf(
  { hostedOnly, leadsTo }: PageData,
  params: Params,
  platform: Platform | undefined,
): Destination {
  if (hostedOnly) {
    if (!platform) return { type: 'unknown' }
    if (!platform.isPlatform) return { type: 'hosted-only' }
  }
  if (leadsTo === undefined) return { type: 'screen' }
  if (typeof leadsTo === 'string') return { type: 'redirect', to: hrefOf(leadsTo, params) }
  return platform ? leadsTo(params, platform) : { type: 'unknown' }
}
