/** What the platform itself keeps in a project's database: no migration makes it, so it is no part of a comparison. */
import { HISTORY_SCHEMA } from '../project-database/family-names.js'
import { QUEUE_TRIGGERS } from '../project-database/migrations/realtime/change-queue.js'

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

/** Realtime puts them on published tables while somebody listens. */
const OWN_TRIGGERS: readonly string[] = QUEUE_TRIGGERS

/** Triggers of webhooks begin so: they are settings of the project, and are made from them. */
export const WEBHOOK_TRIGGER = 'basedeck_webhook_'

/** Logins of the platform begin so. */
const OWN_ROLES = 'basedeck_'

type Row = Record<string, unknown>

/** Without what the platform keeps: rows of its schemas, and what is granted to its logins. @param sql what was asked */
export function withoutOwn(sql: string, rows: readonly Row[]): Row[] {
  const areSchemas = /\bfrom pg_namespace n\b/i.test(sql)
  return rows.flatMap((row) => {
    const schema = areSchemas ? row['name'] : row['schema']
    if (typeof schema === 'string' && OWN_SCHEMAS.includes(schema)) return []
    if (isOwnRole(row['grantee']) || isWebhookTrigger(row['name'])) return []
    if (/\bfrom pg_(catalog\.pg_)?trigger\b/i.test(sql) && OWN_TRIGGERS.includes(String(row['name'])))
      return []
    const { acl } = row
    if (!Array.isArray(acl)) return [row]
    return [{ ...row, acl: acl.filter((entry: { grantee?: unknown }) => !isOwnRole(entry.grantee)) }]
  })
}

function isWebhookTrigger(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith(WEBHOOK_TRIGGER)
}

function isOwnRole(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith(OWN_ROLES)
}
