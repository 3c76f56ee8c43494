/**
 * Whether a typed expression or type can stand inside a larger statement, and whether each row would get another value
 * from it.
 * @rule structure.expression  @spec §4
 */
import { foldedText, scan, wordOf, type Token } from '@basedeck/sql-guard/lexer'

/** Why a text can't stand inside a statement: it would end it, or reach over its end. */
export type ExpressionProblem = 'open' | 'bracket' | 'semicolon' | 'comment'

/** The problem of a typed expression; null: there is no problem that its text shows. */
export function expressionProblem(text: string): ExpressionProblem | null {
  const tokens = scan(text)
  if (tokens.some(({ closed }) => !closed)) return 'open'
  if (tokens.some(({ kind }) => kind === 'comment')) return 'comment'
  if (tokens.some(({ kind }) => kind === 'semicolon')) return 'semicolon'
  let depth = 0
  for (const { kind } of tokens) {
    if (kind === 'open') depth += 1
    if (kind === 'close') depth -= 1
    if (depth < 0) return 'bracket'
  }
  return depth === 0 ? null : 'bracket'
}

/** Words of a column's definition that follow its type. */
const AFTER_TYPE =
  /^(not|null|default|primary|unique|references|check|constraint|generated|collate|storage|compression|deferrable|initially)$/

/** Why a typed type can't be used. `words`: something follows the type. */
export function typeProblem(text: string): ExpressionProblem | 'empty' | 'words' | null {
  if (text.trim() === '') return 'empty'
  const problem = expressionProblem(text)
  if (problem !== null) return problem
  const folded = foldedText(text)
  let depth = 0
  for (const token of scan(text)) {
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth === 0 && (token.kind === 'comma' || AFTER_TYPE.test(wordOf(folded, token)))) return 'words'
  }
  return null
}

/**
 * How a default fills the rows that are there. `constant`: once for all of them; `each`: each row is written; `unknown`: it
 * depends on a function that is not known here.
 */
export type Volatility = 'constant' | 'each' | 'unknown'

const VOLATILE = wordSet(
  'random gen_random_uuid uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 uuidv4 uuidv7 nextval currval lastval setval',
  'clock_timestamp timeofday random_normal gen_random_bytes gen_salt',
)
const CONSTANT = wordSet(
  'now transaction_timestamp statement_timestamp current_timestamp localtimestamp current_time localtime',
  'coalesce nullif greatest least cast extract case array row date_trunc date_part make_date make_timestamp make_interval',
  'to_char to_date to_timestamp to_number age timezone lower upper initcap trim btrim ltrim rtrim concat format length',
  'substring replace left right md5 encode decode abs round ceil floor trunc mod power sqrt',
  'to_json to_jsonb json_build_object json_build_array jsonb_build_object jsonb_build_array',
  'numeric decimal varchar char character varying bit timestamp timestamptz time timetz interval float date text',
  'current_setting set_config and or not in any all some is between like overlay position',
)

/**
 * Whether each row gets another value from a default.
 * @param text an expression without columns
 */
export function volatilityOf(text: string): Volatility {
  const folded = foldedText(text)
  const tokens = scan(text)
  let found: Volatility = 'constant'
  for (const [index, token] of tokens.entries()) {
    if (tokens[index + 1]?.kind !== 'open') continue
    const name = calledName(folded, token)
    if (name === null) continue
    if (VOLATILE.has(name)) return 'each'
    if (!CONSTANT.has(name)) found = 'unknown'
  }
  return found
}

function calledName(folded: string, token: Token): string | null {
  if (token.kind === 'quoted') return folded.slice(token.start + 1, token.end - 1)
  return wordOf(folded, token) || null
}

function wordSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '))
}
