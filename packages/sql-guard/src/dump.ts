/**
 * A text that pg_dump or pg_dumpall wrote. It is a script, whether it has data or not, and it has no parameters: what looks
 * like one is a value of a row.
 *
 * @rule sql.dump  @spec §5
 */

/** The line that both programs begin with, after comments at most. */
const HEADER = /^(?:[ \t]*(?:--[^\n]*)?\r?\n)*?-- PostgreSQL database (?:cluster )?dump[ \t]*\r?\n/

/** Whether the text begins as a dump does. */
export function isDump(sql: string): boolean {
  return HEADER.test(sql.slice(0, 2_000))
}
