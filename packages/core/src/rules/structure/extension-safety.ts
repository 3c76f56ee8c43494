/**
 * Who may have an extension installed in a project's database. PostgreSQL lets the owner install those it marks as trusted;
 * the platform installs others that reach nothing beyond the database; an administrator may open the rest for one project.
 * @rule database.extension-safety  @spec §2
 */

/**
 * - `owner`: PostgreSQL lets the owner of the database install it
 * - `platform`: the platform's superuser installs it on request
 * - `administrator`: an administrator of the installation must allow it for the project first
 */
export type ExtensionInstaller = 'owner' | 'platform' | 'administrator'

/** What an extension reaches beyond the rows of its database. */
export type ExtensionReach =
  /** Other servers, from the server's place in the network. */
  | 'network'
  /** Files of the server, or programs on it. */
  | 'files'
  /** Code that runs with the rights of the server's system user. */
  | 'code'
  /** Pages or the write-ahead log as they are stored, without regard to rights. */
  | 'storage'
  /** Known holes, or SQL made of unchecked arguments. */
  | 'faults'
  /** The platform does not know it. */
  | 'unknown'

/** What decides who may install an extension. */
export interface ExtensionFacts {
  name: string
  /** PostgreSQL installs it for who may create objects in the database. */
  trusted: boolean
  /** Only a superuser may install it. */
  superuser: boolean
}

/** Modules that reach nothing beyond their database, once their functions are no longer everybody's. */
const SAFE: ReadonlySet<string> = new Set([
  'amcheck',
  'autoinc',
  'bloom',
  'dict_xsyn',
  'earthdistance',
  'hypopg',
  'insert_username',
  'intagg',
  'moddatetime',
  'old_snapshot',
  'pg_buffercache',
  'pg_freespacemap',
  'pg_prewarm',
  'pg_stat_statements',
  'pg_visibility',
  'pgrowlocks',
  'pgstattuple',
  'sslinfo',
])

const REACHES: Readonly<Record<string, ExtensionReach>> = {
  dblink: 'network',
  postgres_fdw: 'network',
  file_fdw: 'files',
  adminpack: 'files',
  pageinspect: 'storage',
  pg_walinspect: 'storage',
  pg_logicalinspect: 'storage',
  pg_surgery: 'storage',
  refint: 'faults',
  xml2: 'faults',
}

/** Languages without a sandbox, and the transforms that need one of them. */
const UNTRUSTED_LANGUAGE = /(^|_)pl(python\d?|perl|tcl|sh|r|java)\d*u$|_plpython\du$|^pl(sh|r|java)$/

/** Decides who may install it. A file that marks an unsafe extension as trusted does not make it safe. */
export function extensionInstaller(facts: ExtensionFacts): ExtensionInstaller {
  if (extensionReach(facts.name) !== null) return 'administrator'
  if (facts.trusted || !facts.superuser) return 'owner'
  return SAFE.has(facts.name) ? 'platform' : 'administrator'
}

/** What it reaches, as far as it is known to be unsafe; null: nothing that is known. */
export function extensionReach(name: string): Exclude<ExtensionReach, 'unknown'> | null {
  return (
    (Object.hasOwn(REACHES, name) ? (REACHES[name] as Exclude<ExtensionReach, 'unknown'>) : null) ??
    (UNTRUSTED_LANGUAGE.test(name) ? 'code' : null)
  )
}

/** Functions that nobody but the superuser keeps, as a regular expression of PostgreSQL: they change the server, or show all databases. */
const CLOSED_FUNCTIONS: Readonly<Record<string, string>> = {
  dblink: '^dblink_connect_u$',
  pg_buffercache: '^pg_buffercache_(evict|mark)',
  pg_prewarm: '^autoprewarm_',
  pg_stat_statements: '^pg_stat_statements',
  pg_surgery: '^heap_force_',
  pg_visibility: '^pg_truncate_',
}

/** Extensions whose functions reach statistics or the server: they are the owner's, and not everybody's. */
const OWNERS_ALONE: ReadonlySet<string> = new Set([
  'amcheck',
  'hypopg',
  'old_snapshot',
  'pg_buffercache',
  'pg_freespacemap',
  'pg_prewarm',
  'pg_stat_statements',
  'pg_visibility',
  'pgrowlocks',
  'pgstattuple',
])

/** Who may call the functions of an extension once the platform has installed it. */
export interface ExtensionGrants {
  /** A regular expression of PostgreSQL over names of functions that stay the superuser's; null: none do. */
  closed: string | null
  /** The others are the owner's alone; otherwise everybody's, as PostgreSQL makes them. */
  isOwnersAlone: boolean
}

/** Decides who may call its functions. */
export function extensionGrants(name: string): ExtensionGrants {
  return {
    closed: Object.hasOwn(CLOSED_FUNCTIONS, name) ? (CLOSED_FUNCTIONS[name] ?? null) : null,
    isOwnersAlone: OWNERS_ALONE.has(name) || extensionReach(name) !== null,
  }
}
