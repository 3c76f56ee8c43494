/**
 * Who may connect to a cluster over the network, as lines of its `pg_hba.conf`. Only lines that we wrote are replaced, because the
 * rest may be the operator's own.
 */
import { ADMIN_ROLE, READER_ROLE, SERVICE_ROLE } from './roles.js'

export interface NetworkRules {
  /** In their usual spelling; empty: all. */
  allowedCidrs: readonly string[]
  /** Whether programs of this machine have to encrypt, too. */
  enforceSsl: boolean
}

export const ALL_ALLOWED: NetworkRules = { allowedCidrs: [], enforceSsl: false }

/** Of every project that has a pooler: the role that looks up passwords for it. */
export const POOLER_ROLE = 'basedeck_pooler'

/** Programs of this machine. */
export const FROM_THIS_MACHINE = 'host   all  all  127.0.0.1/32  scram-sha-256'

/** The platform's own logins don't encrypt on this machine, and are never locked out. */
const PLATFORM_ONLY = `host   all  ${[ADMIN_ROLE, READER_ROLE, SERVICE_ROLE, POOLER_ROLE].join(',')}  127.0.0.1/32  scram-sha-256
hostssl  all  all  127.0.0.1/32  scram-sha-256`

/** Beyond loopback a connection has to be encrypted, and the superuser is not let in. */
const OTHER_MACHINES = `
# Of other machines, where Basedeck listens for them.
hostssl  all  ${ADMIN_ROLE}  all  reject
`
const ALL_OTHERS = 'hostssl  all  all  all  scram-sha-256\n'
const ONE_NETWORK = String.raw`hostssl {2}all {2}all {2}\S+ {2}scram-sha-256\n`

/** Lets programs of other machines in. Idempotent. */
export function withOtherMachines(text: string): string {
  return text.includes(OTHER_MACHINES) ? text : `${text}${OTHER_MACHINES}${ALL_OTHERS}`
}

/**
 * Where no other machine is let in, there is nothing of them to narrow.
 * @returns undefined when our lines are not there any more: the operator decides who connects
 */
export function withNetworkRules(
  text: string,
  { allowedCidrs, enforceSsl }: NetworkRules,
): string | undefined {
  const local = [PLATFORM_ONLY, FROM_THIS_MACHINE].find((lines) => text.includes(`${lines}\n`))
  const others = new RegExp(`${escaped(OTHER_MACHINES)}(?:${ONE_NETWORK})*`)
  if (local === undefined) return undefined
  // Of this machine, whichever family of addresses it uses.
  const networks = allowedCidrs.length === 0 ? ['all'] : ['::1/128', ...allowedCidrs]
  const lines = networks.map((network) => `hostssl  all  all  ${network}  scram-sha-256\n`).join('')
  return text
    .replace(`${local}\n`, `${enforceSsl ? PLATFORM_ONLY : FROM_THIS_MACHINE}\n`)
    .replace(others, `${OTHER_MACHINES}${lines}`)
}

/** Ends the sessions of programs that these rules would not let in. */
export function endOthersSql({ allowedCidrs, enforceSsl }: NetworkRules): string {
  const isLocal = `a.client_addr <<= any (array['127.0.0.1/32', '::1/128']::pg_catalog.inet[])`
  const isOutside =
    allowedCidrs.length === 0
      ? 'false'
      : `not ${isLocal} and not a.client_addr <<= any (array[${allowedCidrs.map((cidr) => `'${cidr}'`).join(', ')}]::pg_catalog.inet[])`
  const isPlain = enforceSsl
    ? `not s.ssl and a.usename <> all (array['${[ADMIN_ROLE, READER_ROLE, SERVICE_ROLE, POOLER_ROLE].join("', '")}'])`
    : 'false'
  return `select pg_catalog.count(pg_catalog.pg_terminate_backend(a.pid))
    from pg_catalog.pg_stat_activity a join pg_catalog.pg_stat_ssl s on s.pid = a.pid
    where a.client_addr is not null and a.backend_type = 'client backend' and (${isOutside} or ${isPlain})`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
