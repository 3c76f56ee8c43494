/**
 * What Enter and Tab do while suggestions are shown: they accept the first one only where the typed text is incomplete.
 * A complete word stays, and so does one that may be a new name: a key never changes what the user meant to type.
 * A suggestion that was selected by the arrows or requested is accepted in any case; that is not decided here.
 * @rule completion.keys  @spec §2
 */
import { completionContext, type CompletionContext } from './completion-context.js'
import { isCompleteWord, isClauseWord } from './sql-keywords.js'
import type { Suggestion } from './suggestion.js'

export type SuggestionKey = 'Enter' | 'Tab'

/** From so many letters on a word behind a table or a value is the beginning of a clause rather than an alias. */
const CLAUSE_LETTERS = 4
/** A single letter may be a typing error: Enter keeps it. */
const SLIP_LETTERS = 1

/** @param items the suggestions at the offset, the best first */
export function suggestionKey(
  key: SuggestionKey,
  statement: string,
  offset: number,
  items: readonly Suggestion[],
): 'accept' | 'type' {
  const [first] = items
  const context = completionContext(statement, offset)
  const typed = context.typed.toLowerCase()
  if (!first || items.some(({ label }) => label.toLowerCase() === typed)) return 'type'
  // Behind a dot or an opening quote nothing is complete.
  if (context.type === 'member' || context.isQuoted) return 'accept'
  if (context.type === 'literal') return typed === '' && key === 'Enter' ? 'type' : 'accept'
  if (typed === '' || isCompleteWord(typed)) return 'type'
  // A part in the middle of a name is not evidence enough.
  if (!first.label.toLowerCase().startsWith(typed)) return 'type'
  return key === 'Enter' && mayStay(context) ? 'type' : 'accept'
}

/** `from orders ord`, `select total tot`: an alias, unless it begins a line or is long enough for a clause; `add not`: a new name. */
function mayStay(context: CompletionContext): boolean {
  const { typed, words, index, start } = context
  if (typed.length >= CLAUSE_LETTERS) return false
  if (context.type === 'words') return context.also === 'name'
  if (context.type !== 'clause') return false
  if (typed.length <= SLIP_LETTERS) return true
  if (!context.mayBeAlias) return false
  const before = words.tokens[index - 1]
  if (!before) return false
  const gap = words.sql.slice(before.end, start)
  return !isClauseWord(words.word(index - 1)) && !/[\r\n]/.test(gap)
}
