/** The audit log of a project's auth service as a file: what is looked for, whole, the newest first. */
import { authAuditLogs } from '../catalogue/records.js'
import { quoteLiteral } from '../quoting.js'

/** What the page looks for. */
export interface AuditExport {
  search?: string
  /** Kinds of entries; empty: all. */
  types?: readonly string[]
}

/** A statement that reads; the export runs it READ ONLY. */
export function auditExportQuery({ search = '', types = [] }: AuditExport): string {
  const words = search.replaceAll('\0', '').trim()
  const pattern = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`
  const conditions = [
    ...(words === '' ? [] : [`${authAuditLogs.search} ilike ${quoteLiteral(pattern)}`]),
    ...(types.length === 0 ? [] : [`${authAuditLogs.type} in (${types.map(quoteLiteral).join(', ')})`]),
  ]
  return `select a.id, a.created_at, a.payload ->> 'action' as action, a.payload ->> 'log_type' as kind,
  a.payload ->> 'actor_id' as actor_id, a.payload ->> 'actor_username' as actor, a.ip_address, a.payload -> 'traits' as details
from auth.audit_log_entries a${conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`}
order by coalesce(a.created_at, 'epoch') desc, a.id desc`
}
