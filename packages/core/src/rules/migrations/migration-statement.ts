/**
 * What is special about a statement of a migration: PostgreSQL refuses some in a transaction, and some are about the whole
 * server, so that replaying them elsewhere would change roles and databases of others.
 * @rule migrations.statement  @spec §2
 */

/** The words at the beginning, in lower case and without comments, separated by single spaces. */
function wordsOf(sql: string): string {
  const bare = sql.replace(/^(?:\s|--[^\n]*(?:\n|$)|\/\*(?:(?!\*\/)[\s\S])*\*\/)+/, '')
  return bare.slice(0, 4000).replace(/\s+/g, ' ').toLowerCase()
}

const ALONE: readonly RegExp[] = [
  /^create (unique )?index concurrently\b/,
  /^drop index concurrently\b/,
  /^reindex\b.*\bconcurrently\b/,
  /^reindex (\(.*?\) )?(database|system|schema)\b/,
  /^vacuum\b/,
  /^(create|drop) (database|tablespace)\b/,
  /^alter database\b.*\bset tablespace\b/,
  /^alter system\b/,
  /^alter table\b.*\bdetach partition\b.*\bconcurrently\b/,
  // Its value can't be used before the transaction has ended.
  /^alter type\b.*\badd value\b/,
  /^(create|drop|alter) subscription\b/,
  /^cluster ?;?$/,
  /^discard all\b/,
]

/** Whether it must be a transaction of its own. */
export function runsAlone(statement: string): boolean {
  const words = wordsOf(statement)
  return ALONE.some((form) => form.test(words))
}

const SERVER_WIDE: readonly RegExp[] = [
  /^(create|alter|drop) (role|user|group)\b(?! mapping)/,
  /^(create|alter|drop) (database|tablespace|subscription)\b/,
  /^(reassign|drop) owned\b/,
  /^comment on (role|database|tablespace|subscription)\b/,
  /^alter system\b/,
  /^grant [^()]*\bon (database|tablespace|parameter)\b/,
  /^revoke [^()]*\bon (database|tablespace|parameter)\b/,
]

const GRANTS_ROLE = /^(grant|revoke) /

/** Whether it is about roles, databases or settings of the server, and not about what is in one database. */
export function isServerWide(statement: string): boolean {
  const words = wordsOf(statement)
  if (SERVER_WIDE.some((form) => form.test(words))) return true
  // A grant of a role to a role names no object.
  return GRANTS_ROLE.test(words) && !/ on /.test(words)
}
