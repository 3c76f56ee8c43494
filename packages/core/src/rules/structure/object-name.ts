/**
 * Whether a name may be given to a schema, a table or a column. Every character is allowed, since names are quoted.
 * @rule structure.object-name  @spec §4
 */

/** PostgreSQL cuts longer names. Bytes of UTF-8. */
export const NAME_LIMIT_BYTES = 63

/** Columns that every table has. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])

/** Why a name can't be used. */
export type NameProblem = 'empty' | 'long' | 'nul' | 'taken' | 'system'

/**
 * Why a schema or a table can’t have a name; null: it can.
 * @param taken names of the same kind in the same schema or folder; upper and lower case are different names
 */
export function nameProblem(name: string, taken?: readonly string[]): NameProblem | null {
  if (name.trim() === '') return 'empty'
  if (name.includes('\0')) return 'nul'
  if (new TextEncoder().encode(name).length > NAME_LIMIT_BYTES) return 'long'
  return taken?.includes(name) ? 'taken' : null
}

/** The same for a column, which can't be called as a column that every table has. */
export function columnNameProblem(name: string, taken?: readonly string[]): NameProblem | null {
  return SYSTEM_COLUMNS.has(name) ? 'system' : nameProblem(name, taken)
}

/** PostgreSQL reserves this beginning for itself. */
export function isSystemSchema(name: string): boolean {
  return name.startsWith('pg_')
}

/** The name with an end, within the limit: `orders_copy`; where that is taken, `orders_copy_2`. */
export function nameWithEnd(name: string, end: string, taken?: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const whole = number === 1 ? end : `${end}_${number}`
    const made = cutToBytes(name, NAME_LIMIT_BYTES - new TextEncoder().encode(whole).length) + whole
    if (!taken?.includes(made)) return made
  }
}

/** Cut between characters. */
function cutToBytes(text: string, bytes: number): string {
  let cut = ''
  let length = 0
  for (const character of text) {
    length += new TextEncoder().encode(character).length
    if (length > bytes) break
    cut += character
  }
  return cut
}
