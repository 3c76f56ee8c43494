/** Who may connect to a project's databases over the network: what is set, and changing it. */
import { X509Certificate } from 'node:crypto'
import { normalCidr, type DatabaseCertificate } from '@basedeck/platform-client/contract'
import { networkAccessOf, networkRulesOf, setNetworkAccess } from '../control/network-access.js'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { CAPABILITIES } from '../engines/capabilities.js'
import type { EngineFiles } from '../engines/engine-registry.js'
import { EngineError, type EngineKind } from '../engines/engine.js'
import { isSelfSigned } from '../engines/own-certificate.js'
import { DomainError } from '../kernel/domain-error.js'
import { networkText as text } from '../text/network.js'

/** Where the rules of access are kept and applied. */
export interface NetworkServers {
  registry: Pick<EngineFiles, 'letIn'>
  /** Of the databases' ports, PEM; undefined: they don't encrypt. */
  certificate: string | undefined
}

/** What is to be changed. */
export interface NetworkChange {
  ref: string
  engine: EngineKind
  changes: { allowed_cidrs?: string[] | undefined; enforce_ssl?: boolean | undefined }
  /** The version that is changed; undefined: any. */
  expected: string | undefined
  /** Its line in the audit log. */
  line: ControlStatement
  now: Date
}

/** @returns null when the ports don't encrypt */
export function shownCertificate(pem: string | undefined): DatabaseCertificate | null {
  if (pem === undefined) return null
  return {
    pem,
    is_self_signed: isSelfSigned(pem),
    valid_until: new Date(new X509Certificate(pem).validTo).toISOString(),
  }
}

/**
 * Stored first: a server that ends meanwhile starts with it. What a running one refuses is taken back.
 * @throws DomainError unsupported; DatabaseError, EngineError
 */
export async function changeNetworkAccess(
  control: ControlDatabase,
  { registry, certificate }: NetworkServers,
  { ref, engine, changes, expected, line, now }: NetworkChange,
): Promise<'changed' | 'stale'> {
  const capability = CAPABILITIES[engine].networkAccess
  if (!capability.available) throw new DomainError('unsupported', capability.reason)
  if (changes.enforce_ssl === true && certificate === undefined)
    throw new DomainError('unsupported', text.noCertificate)
  const before = await networkAccessOf(control, ref)
  if (expected !== undefined && expected !== before.updated_at) return 'stale'
  const cidrs = changes.allowed_cidrs?.map((cidr) => normalCidr(cidr) ?? cidr)
  const after = {
    allowed_cidrs: cidrs === undefined ? before.allowed_cidrs : [...new Set(cidrs)],
    enforce_ssl: changes.enforce_ssl ?? before.enforce_ssl,
    updated_at: new Date(Math.max(now.getTime(), Date.parse(before.updated_at) + 1)).toISOString(),
  }
  if (!(await control.write([setNetworkAccess(ref, after, before), line])).ok) return 'stale'
  try {
    await registry.letIn(ref, () => networkRulesOf(control, ref))
  } catch (error) {
    await control.write([setNetworkAccess(ref, before, after)])
    if (error instanceof EngineError && error.code === 'unsupported')
      throw new DomainError('unsupported', error.message)
    throw error
  }
  return 'changed'
}
