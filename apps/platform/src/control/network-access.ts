/** Who may connect to a project's databases over the network, as its members set it. */
import type { NetworkRules } from '../engines/network-rules.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** As it is stored. */
export interface StoredNetworkAccess {
  allowed_cidrs: string[]
  enforce_ssl: boolean
  updated_at: string
}

/** Of a project whose access was never changed. */
const NEVER = new Date(0).toISOString()

export async function networkAccessOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<StoredNetworkAccess> {
  const [row] = await control.select<{ network_access: StoredNetworkAccess | null }>(
    'select network_access from control.projects where ref = $1',
    [ref],
  )
  return row?.network_access ?? { allowed_cidrs: [], enforce_ssl: false, updated_at: NEVER }
}

export async function networkRulesOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
): Promise<NetworkRules> {
  return rulesOf(await networkAccessOf(control, ref))
}

/** As its servers and poolers take it. */
export function rulesOf({
  allowed_cidrs,
  enforce_ssl,
}: Pick<StoredNetworkAccess, 'allowed_cidrs' | 'enforce_ssl'>): NetworkRules {
  return { allowedCidrs: allowed_cidrs, enforceSsl: enforce_ssl }
}

/** @param before the version that is replaced; another one touches no row */
export function setNetworkAccess(
  ref: string,
  access: StoredNetworkAccess,
  before: StoredNetworkAccess,
): ControlStatement {
  return {
    sql: `update control.projects set network_access = $2::jsonb
      where ref = $1 and coalesce(network_access->>'updated_at', $4) = $3`,
    parameters: [ref, JSON.stringify(access), before.updated_at, NEVER],
    expect: 1,
  }
}

/** A copy of a project takes over its list of networks, so that the copy opens no way around it. */
export function copyNetworkAccess(from: string, to: string): ControlStatement {
  return {
    sql: `update control.projects own set network_access = source.network_access
      from control.projects source where own.ref = $1 and source.ref = $2`,
    parameters: [to, from],
    expect: 1,
  }
}
