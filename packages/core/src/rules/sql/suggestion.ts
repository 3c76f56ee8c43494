/**
 * One suggestion at a cursor, and when a name matches the typed word.
 * @rule completion.suggestion  @spec §2
 */
import type { CompletionContext } from './completion-context.js'
import { isSparse, type RelationKind } from './sql-catalogue.js'
import { writtenName } from './sql-keywords.js'

/** One suggestion at a cursor. */
export interface Suggestion {
  kind:
    | RelationKind
    | 'column'
    | 'function'
    | 'keyword'
    | 'schema'
    | 'type'
    | 'query'
    | 'alias'
    | 'role'
    | 'value'
    | 'condition'
  label: string
  /** Its detail: a column's type, a function's parameters, a table's schema. */
  detail: string
  comment: string | null
  insert: string
  /** The cursor is placed between its brackets. */
  isCall: boolean
}

/** The maximum of suggestions at once; more letters bring the rest. */
export const SUGGESTIONS_MAX = 100
export function plain(
  kind: Suggestion['kind'],
  label: string,
  detail: string,
  insert: string,
  comment: string | null = null,
): Suggestion {
  return { kind, label, detail, comment, insert, isCall: false }
}

/** The whole name, or a part behind an underscore, begins like the word; or it has its letters in this order. */
export function fitsWord(name: string, word: string): boolean {
  const lower = name.toLowerCase()
  const wanted = word.toLowerCase()
  return lower.startsWith(wanted) || lower.includes(`_${wanted}`) || isSparse(name, word)
}

export function beginsLike(name: string, word: string): boolean {
  return name.toLowerCase().startsWith(word.toLowerCase())
}

/** The text to insert: in quotes where the user has opened one, or where the name needs them. */
export function quoted(name: string, { isQuoted }: CompletionContext): string {
  return isQuoted ? `"${name.replaceAll('"', '""')}"` : writtenName(name)
}
