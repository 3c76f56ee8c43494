/**
 * How the connections that a server gives us are shared, so that no part of a project keeps the others out: the pools of the
 * dashboard, what services do through the platform, applications at the project's own address, functions, and the poolers. The
 * dashboard's part is set aside first: where connections are few, applications wait before its users do.
 * @rule connections.shares
 */

/** The most connections of each part at a time. All are at least 1, also where the server gives fewer than there are parts. */
export interface ConnectionShares {
  /** Runs of members. */
  owner: number
  admin: number
  /** Runs of members who only read. */
  reader: number
  /** Files, through the platform. */
  service: number
  /** All services at the project's own address together. */
  applications: number
  /** All functions of the project together, at its database. */
  functions: number
  /** All poolers of the project together. */
  poolers: number
}

/** Of a server as PostgreSQL sets it up, without those reserved for superusers. */
export const USUAL_CONNECTIONS = 97

/** What the parts of the platform have where there is room. */
const WANTED = { owner: 10, admin: 10, reader: 10, service: 10, poolers: 30 }
/** So that one long run doesn't stop a member. */
const OWNER_LEAST = 3
/** Of the connections; applications and functions have at least that, and what the other parts leave. */
const APPLICATIONS_PART = 0.25
/** Of these. */
const FUNCTIONS_PART = 0.4
const FUNCTIONS_MOST = 20

/** @param free connections that the server gives us; those reserved for superusers are not among them */
export function connectionShares(free: number): ConnectionShares {
  const others = Object.values(WANTED).reduce((sum, wanted) => sum + wanted, 0)
  const scale = Math.min(1, (free * (1 - APPLICATIONS_PART)) / others)
  const part = (wanted: number): number => Math.max(1, Math.floor(wanted * scale))
  const shares = {
    owner: Math.max(OWNER_LEAST, part(WANTED.owner)),
    admin: part(WANTED.admin),
    reader: part(WANTED.reader),
    service: part(WANTED.service),
    poolers: part(WANTED.poolers),
  }
  const taken = Object.values(shares).reduce((sum, share) => sum + share, 0)
  const rest = free - taken
  const functions = Math.max(1, Math.min(FUNCTIONS_MOST, Math.floor(rest * FUNCTIONS_PART)))
  return { ...shares, functions, applications: Math.max(1, rest - functions) }
}
