/** What the platform itself keeps in a project's database: no migration makes it, so it is no part of a comparison. */
import { HISTORY_SCHEMA } from '../project-database/family-names.js'

/** The journal of the platform, and the history of migrations. */
export const OWN_SCHEMAS = ['basedeck', HISTORY_SCHEMA]

/**
 * Schemas that a service of the family or the platform makes. In a database that others prepared, what is in them says
 * nothing about migrations.
 */
export const SERVICE_SCHEMAS = [
  'auth',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'net',
  'pgbouncer',
  'pgsodium',
  'realtime',
  'storage',
  'vault',
]

/** Kinds that belong to how a database was prepared. */
export const SERVICE_KINDS = ['defaultPrivilege', 'eventTrigger', 'extension']

/** Logins of the platform begin so. */
export const OWN_ROLES = 'basedeck_*'
