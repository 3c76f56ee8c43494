/** Names of the history of migrations that clients of the family look for. */

export const HISTORY_SCHEMA = 'supabase_migrations'
export const HISTORY_TABLE = 'schema_migrations'
