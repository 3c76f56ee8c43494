/** The operators of filters and what they are in SQL. */

/** Operators that compare a column with one value of its own type. */
export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
} as const

/** Operators that compare with a pattern: always a text. */
export const PATTERNS: ReadonlySet<string> = new Set(['like', 'ilike', 'match', 'imatch'])
/** Operators that may be followed by `(any)` or `(all)`. */
export const QUANTIFIED: ReadonlySet<string> = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
])

/** Operators of full-text search and the functions that read their words. */
export const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

/** What `is` compares with. */
export const IS_VALUES = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const

/** An operator of a filter. */
export type Operator = keyof typeof COMPARISONS | keyof typeof SEARCHES | 'in' | 'is'

/** Whether a word is one. */
export function isOperator(word: string): word is Operator {
  return Object.hasOwn(COMPARISONS, word) || Object.hasOwn(SEARCHES, word) || word === 'in' || word === 'is'
}
