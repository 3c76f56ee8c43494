/** From which addresses programs connect to a project's database, and whether they have to encrypt. */
import * as v from 'valibot'
import { normalCidr } from './cidr.js'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** The certificate of the database's port. */
export interface DatabaseCertificate {
  /** PEM. */
  pem: string
  /** Made by the platform, so that a program must be given it to trust it. */
  is_self_signed: boolean
  /** ISO 8601. */
  valid_until: string
}

/** Who may connect. What the platform itself does is always let in, and so are programs of the server's own machine. */
export interface NetworkAccess {
  /** Networks of IPv4 and IPv6, as `10.0.0.0/8`; empty: all addresses. */
  allowed_cidrs: string[]
  /** Whether programs of the server's own machine have to encrypt, too. Those of other machines always have to. */
  enforce_ssl: boolean
  /** ISO 8601; changes with every change, and is sent back as `expected_updated_at`. */
  updated_at: string
  /** From where this was asked; null: not known. */
  own_address: string | null
  /** Null: the database's port does not encrypt. */
  certificate: DatabaseCertificate | null
}

/** The most networks of a list. */
export const MOST_ALLOWED_CIDRS = 100

/** What `updateNetworkAccess` changes; an absent field stays as it is. */
export const networkAccessChanges = v.strictObject({
  allowed_cidrs: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string('Each entry must be a text'),
          v.maxLength(64, 'This is not a network'),
          v.check((text) => normalCidr(text) !== null, 'This is not a network'),
        ),
        'allowed_cidrs must be a list',
      ),
      v.maxLength(MOST_ALLOWED_CIDRS, `At most ${MOST_ALLOWED_CIDRS} networks`),
    ),
  ),
  enforce_ssl: v.optional(v.boolean('enforce_ssl must be true or false')),
  /** 409 `stale` with what is stored when it was changed meanwhile. */
  expected_updated_at: v.optional(v.pipe(v.string(), v.isoTimestamp('This is not a timestamp'))),
})

const PATH = '/platform/projects/{ref}/network-access'
const REQUIRES = { ref: 'Project ref is required' }

/** Who may connect to the project's databases. */
export const getNetworkAccess = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'projects'),
  servedBy: 'holder-if-there',
  response: gives<NetworkAccess>(),
  requires: REQUIRES,
})

/**
 * Changes who may connect, at once and without a restart, also to the replicas and the poolers. Open connections of addresses
 * that are no longer allowed end, except those of poolers. Networks are stored in their usual spelling. 501 `unsupported` where
 * the platform does not decide who connects.
 */
export const updateNetworkAccess = endpoint({
  method: 'PATCH',
  path: PATH,
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  body: networkAccessChanges,
  response: gives<NetworkAccess>(),
  requires: REQUIRES,
})
