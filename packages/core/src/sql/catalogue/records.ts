/** The product's own tables in a project's database, which may be missing. */
import type { CatalogueList } from './catalogue-list.js'

export const users: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: `coalesce(nullif(u.email, ''), nullif(u.phone, ''), u.id::text)` },
    { key: 'id', kind: 'code', sql: 'u.id' },
    {
      key: 'created',
      kind: 'time',
      sql: `to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    },
    {
      key: 'lastSignIn',
      kind: 'time',
      sql: `to_char(u.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    },
    { key: 'confirmed', kind: 'flag', sql: 'u.confirmed_at is not null' },
    { key: 'banned', kind: 'flag', sql: 'coalesce(u.banned_until > now(), false)' },
  ],
  from: 'auth.users u',
  where: 'u.deleted_at is null',
  search: `concat_ws(' ', u.email, u.phone, u.id)`,
  order: [
    { sql: 'u.created_at', type: 'timestamptz' },
    { sql: 'u.id', type: 'uuid' },
  ],
  descending: true,
  relation: 'auth.users',
}

export const buckets: CatalogueList = {
  columns: [
    { key: 'name', kind: 'name', sql: 'b.name' },
    { key: 'id', kind: 'code', sql: 'b.id' },
    { key: 'public', kind: 'flag', sql: 'b.public' },
    {
      key: 'created',
      kind: 'time',
      sql: `to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    },
  ],
  from: 'storage.buckets b',
  search: 'b.name',
  order: [
    { sql: 'b.name', type: 'text' },
    { sql: 'b.id', type: 'text' },
  ],
  relation: 'storage.buckets',
}

/** What the auth service did, as it writes it. Rows of programs that write another payload have empty cells. */
export const authAuditLogs: CatalogueList = {
  columns: [
    {
      key: 'time',
      kind: 'time',
      sql: `to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    },
    { key: 'action', kind: 'name', sql: `coalesce(a.payload->>'action', a.id::text)` },
    { key: 'actor', kind: 'text', sql: `coalesce(a.payload->>'actor_username', a.payload->>'actor_id')` },
    { key: 'ip', kind: 'code', sql: `nullif(a.ip_address, '')` },
    { key: 'details', kind: 'code', sql: `a.payload->>'traits'` },
  ],
  from: 'auth.audit_log_entries a',
  search: `concat_ws(' ', a.payload::text, a.ip_address)`,
  order: [
    { sql: `coalesce(a.created_at, 'epoch')`, type: 'timestamptz' },
    { sql: 'a.id', type: 'uuid' },
  ],
  descending: true,
  type: `a.payload->>'log_type'`,
  relation: 'auth.audit_log_entries',
}
