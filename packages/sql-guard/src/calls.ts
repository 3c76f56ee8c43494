/**
 * Finds a call of a function that the specification doesn't list: a name and an opening bracket, with any blanks or
 * comments between them. A keyword that can't name a function there is no call. Quoted and schema-qualified names may be
 * user-defined, so they count as unlisted.
 *
 * @rule sql.function-call  @spec §5
 */
import type { Token } from './lexer/token.js'
import type { Piece } from './pieces.js'
import { RESERVED_WORDS } from './reserved-words.js'

/** What may be called unasked, by its bare name. */
export const LISTED_FUNCTIONS: ReadonlySet<string> = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'coalesce',
  'nullif',
  'current_timestamp',
  'current_date',
  'length',
  'lower',
  'upper',
  'trim',
  'substring',
  'to_char',
  'to_date',
  'extract',
  'date',
  'date_trunc',
  'string_agg',
  'in',
  'now',
  'left',
])

/** Words that name no function in front of a bracket although they are not fully reserved. */
const NO_FUNCTIONS: ReadonlySet<string> = new Set(['exists', 'values', 'row'])

/** Clauses of a call: behind its closing bracket they are keywords, elsewhere they can name a function. */
const CLAUSES_OF_A_CALL: ReadonlySet<string | undefined> = new Set(['over', 'filter'])

/** What may be called. `fromCatalogue`: also by a name that `pg_catalog.` stands before. */
export interface Callable {
  names: ReadonlySet<string>
  fromCatalogue: boolean
}

const UNASKED: Callable = { names: LISTED_FUNCTIONS, fromCatalogue: false }

/** The name of the first call of a statement that the list lacks. */
export function unlistedCallIn({ tokens, words }: Piece, callable = UNASKED): Token | undefined {
  /** For each open bracket, whether a call or one of its clauses has it. */
  const brackets: boolean[] = []
  let closesCall = false
  for (const [index, { kind }] of tokens.entries()) {
    const next = tokens[index + 1]?.kind
    if (kind === 'open') brackets.push(belongsToCall(tokens, words, index - 1))
    else if (kind === 'close') closesCall = brackets.pop() ?? false
    else if (next === 'open' && (kind === 'word' || kind === 'quoted')) {
      const isClause =
        closesCall && tokens[index - 1]?.kind === 'close' && CLAUSES_OF_A_CALL.has(words[index])
      if (!isClause && isUnlisted(tokens, words, index, callable)) return tokens[index]
    } else if (next === 'open' && kind === 'string' && words[index - 1] === 'uescape')
      return tokens[index - 2]
  }
  return undefined
}

/** `distinct on (a) over (b)` calls `over`: the bracket before it is that of `on`. */
function belongsToCall(tokens: readonly Token[], words: readonly string[], index: number): boolean {
  const kind = tokens[index]?.kind
  if (kind === 'quoted') return true
  const word = String(words[index])
  // The bracket of `within group (…)` ends a call, too.
  return kind === 'word' && (!RESERVED_WORDS.has(word) || words[index - 1] === 'within')
}

function isUnlisted(
  tokens: readonly Token[],
  words: readonly string[],
  index: number,
  { names, fromCatalogue }: Callable,
): boolean {
  if (tokens[index]?.kind === 'quoted') return true
  const word = String(words[index])
  if (tokens[index - 1]?.kind === 'dot')
    return !(fromCatalogue && isOfCatalogue(tokens, words, index) && names.has(word))
  // `collation for (…)` is a call.
  if (words[index - 1] === 'collation') return true
  return !RESERVED_WORDS.has(word) && !NO_FUNCTIONS.has(word) && !names.has(word)
}

function isOfCatalogue(tokens: readonly Token[], words: readonly string[], index: number): boolean {
  return words[index - 2] === 'pg_catalog' && tokens[index - 3]?.kind !== 'dot'
}
