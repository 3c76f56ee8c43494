/**
 * What an index's definition adds to its name and its table: the method, columns and condition.
 * @rule structure.index-method  @spec §4
 * @param definition as PostgreSQL's `pg_get_indexdef` writes it
 * @returns `btree (lower(email)) WHERE (deleted_at IS NULL)`; the definition itself when it has no method
 */
export function indexMethod(definition: string): string {
  // A quoted name may hold the word.
  const quoted = /^(?:"(?:[^"]|"")*"|[^"])*? USING (?=[a-z_"])/.exec(definition)
  return quoted ? definition.slice(quoted[0].length) : definition
}
