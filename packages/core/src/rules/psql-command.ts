/**
 * Commands of the program psql, which PostgreSQL itself does not know: `\d orders`, `\copy`.
 * @rule sql.psql-command  @spec §5
 */

/** The command that the text begins with, or that is at `at`; null: no command. */
export function psqlCommandIn(sql: string, at = 0): string | null {
  return /^\s*(\\[a-z!?]\S*)/i.exec(sql.slice(at))?.[1] ?? null
}
