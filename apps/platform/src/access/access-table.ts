/** Every call × every kind of caller, computed from the contract and the roles: for the documentation, and for the test. */
import * as contract from '@basedeck/platform-client/contract'
import type { EndpointData } from '@basedeck/platform-client/contract'
import { can } from '@basedeck/core/rules'
import { rightsNeeded } from './credential-rights.js'
import { permissionsOf, ROLES } from './roles.js'

/** Who calls: a signed-out visitor, a stranger from another organization, or a member by role. */
export type Visitor = string

/** What such a caller gets: an answer, or the status of the refusal. */
export type Verdict = 'answer' | 401 | 403 | 404

export interface AccessRow {
  /** Its name in the contract. */
  name: string
  endpoint: EndpointData
  verdicts: Record<Visitor, Verdict>
}

export const VISITORS: readonly { id: Visitor; name: string }[] = [
  { id: 'nobody', name: 'Signed out' },
  { id: 'stranger', name: 'Stranger' },
  ...ROLES.map(({ id, name }) => ({ id, name })),
]

/** Every call of the contract, by path. */
export function endpoints(): { name: string; endpoint: EndpointData }[] {
  return Object.entries(contract)
    .flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : []))
    .sort((a, b) => keyOf(a.endpoint).localeCompare(keyOf(b.endpoint)))
}

export function accessTable(): AccessRow[] {
  return endpoints().map(({ name, endpoint }) => ({
    name,
    endpoint,
    verdicts: Object.fromEntries(VISITORS.map(({ id }) => [id, verdictFor(endpoint, id)])),
  }))
}

function verdictFor({ access, carries }: EndpointData, visitor: Visitor): Verdict {
  if (access === 'anyone') return 'answer'
  if (visitor === 'nobody') return 401
  if (access === 'profile' || access === 'account') return 'answer'
  if (access === 'administrator') return 403
  if (visitor === 'stranger') return 404
  const permissions = permissionsOf(visitor, 'any')
  const allowed = [access, ...rightsNeeded(carries)].every(({ action, resource }) =>
    can(permissions, { action, resource, organizationSlug: 'any' }),
  )
  return allowed ? 'answer' : 403
}

function isEndpoint(value: unknown): value is EndpointData {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

function keyOf({ path, method, version, bodyKey }: EndpointData): string {
  return [path, method, version ?? '', bodyKey ?? ''].join(' ')
}
