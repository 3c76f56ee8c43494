/**
 * The texts that a person lets run read-only without being asked about their functions: in one project, each exactly as
 * it was written. A write is asked about all the same.
 * @rule sql.unasked-texts  @spec §5
 */

/** How many texts of a project are kept. */
export const MAX_UNASKED_TEXTS = 50
/** Characters. A longer text is asked about each time. */
export const UNASKED_TEXT_LENGTH = 20_000

export function canBeUnasked(sql: string): boolean {
  return sql.length <= UNASKED_TEXT_LENGTH
}

/** The newest first. */
export function withUnasked(texts: readonly string[], sql: string): readonly string[] {
  if (!canBeUnasked(sql)) return texts
  return [sql, ...texts.filter((text) => text !== sql)].slice(0, MAX_UNASKED_TEXTS)
}

/** Anything that another version or hand wrote is ignored. */
export function unaskedIn(stored: string): string[] {
  const texts: unknown = JSON.parse(stored)
  return Array.isArray(texts)
    ? texts.filter((text): text is string => typeof text === 'string').slice(0, MAX_UNASKED_TEXTS)
    : []
}

/** Reasons of the grammar that a READ ONLY transaction answers. */
const CALLS: ReadonlySet<string> = new Set(['function', 'attribute-call'])

/**
 * Whether functions are all that asks, so that a READ ONLY transaction can try them.
 * @param byGrammar null: it was not consulted
 */
export function isAskedForFunctions(
  reason: 'write' | 'function',
  byGrammar: { asks: boolean; reasons: readonly { reason: string }[] } | null,
): boolean {
  if (reason === 'write') return false
  if (!byGrammar?.asks) return true
  // What it can't judge has no reasons.
  return byGrammar.reasons.length > 0 && byGrammar.reasons.every((one) => CALLS.has(one.reason))
}
