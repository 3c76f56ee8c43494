/**
 * Whether a run may have changed the schema, and which data is then refetched.
 * @rule completion.schema-change  @spec §7
 */

const CHANGES =
  /^(CREATE|ALTER|DROP|COMMENT|GRANT|REVOKE|DO|CALL|SELECT INTO|IMPORT|REASSIGN|SET|RESET|DISCARD)\b/
const WORDS = /\b(?:create|alter|drop|do|call)\b/i

/** Whether a statement that succeeded may have changed the schema. @param command PostgreSQL's command tag: `CREATE TABLE` */
export function changesCatalogue(command: string): boolean {
  return CHANGES.test(command)
}

/** A text without a known end, or that failed half-way: earlier changes may have been kept. */
export function mayChangeCatalogue(sql: string): boolean {
  return WORDS.test(sql)
}

/** Data that does not depend on the schema, by the part of the key behind the project. */
const UNTOUCHED: ReadonlySet<unknown> = new Set([
  'branches',
  'settings-v2',
  'addons',
  'custom-domains',
  'content',
])

/** Whether data is fetched again after a change of the schema. @param key of server data that belongs to a project: `['projects', ref, …]` */
export function followsSchema(key: readonly unknown[]): boolean {
  return !UNTOUCHED.has(key[2])
}
