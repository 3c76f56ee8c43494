/**
 * The reason for a question when no statement of the text is known to write: the word that decided, and
 * its kind. It is used where the grammar gives no reason.
 * @rule sql.run-finding  @spec §5
 */
import type { DecidingWord } from '@basedeck/sql-guard'

/** What a bracket opens behind a word that is not a function. */
export type Opened = 'window' | 'sub-select' | 'list' | 'condition' | 'value' | 'size'

export type RunFinding = {
  /** The grammar has read all of it and found nothing that writes. */
  isHarmless: boolean
} &
  /** `psql`: it looks like a command of that program. */
  (
    | { type: 'bracket' | 'psql' }
    /** A statement begins with another word than select. */
    | { type: 'beginning'; word: string }
    /** The word occurs somewhere, maybe in a string or a comment. */
    | { type: 'word'; word: string }
    /** It looks like a call but calls nothing. */
    | { type: 'no-call'; word: string; opened: Opened }
  )

/** The grammar's finding; null: it was not consulted. */
export interface GrammarFinding {
  asks: boolean
  /** The kind of object, such as `function`, and its position. */
  reasons: readonly { reason: string; start: number }[]
}

/** Null: the grammar has its own reasons, or it is an ordinary call. */
export function findingIn(
  reason: 'write' | 'function',
  at: DecidingWord | undefined,
  byGrammar: GrammarFinding | null,
): RunFinding | null {
  if (!at) return null
  const isHarmless = byGrammar !== null && !byGrammar.asks && byGrammar.reasons.length === 0
  if (reason === 'function') {
    const opened = OPENED.get(at.word.toLowerCase())
    const isCall = byGrammar?.reasons.some(
      ({ reason: why, start }) => why === 'function' && start === at.start,
    )
    return opened && !isCall ? { type: 'no-call', word: at.word, opened, isHarmless } : null
  }
  if (byGrammar && byGrammar.reasons.length > 0) return null
  if (at.word === '(') return { type: 'bracket', isHarmless }
  if (at.word === '\\') return { type: 'psql', isHarmless: false }
  if (ANYWHERE.test(at.word)) return { type: 'word', word: at.word, isHarmless }
  return /^\w/.test(at.word) ? { type: 'beginning', word: at.word, isHarmless } : null
}

/** These count at any position. */
const ANYWHERE = /^(?:insert|update|delete|alter|drop|create|replace|into|for)$/i

/** Keywords that are followed by a bracket and call nothing, though some can name a function. */
const WORDS: Readonly<Record<Opened, string>> = {
  window: 'over',
  'sub-select': 'join',
  list: 'by sets rollup cube',
  condition: 'filter',
  value: 'between like ilike is',
  size: 'varchar char character varying numeric decimal dec float bit time timestamp interval',
}
const OPENED: ReadonlyMap<string, Opened> = new Map(
  (Object.keys(WORDS) as Opened[]).flatMap((opened) =>
    WORDS[opened].split(' ').map((word): [string, Opened] => [word, opened]),
  ),
)
