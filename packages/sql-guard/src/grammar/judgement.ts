/** The judgement of PostgreSQL's grammar as data, and when it asks. Does not load the grammar. */
import type { Statement } from '../statements.js'
import type { Where } from './condition.js'
import type { Destruction } from './destruction.js'
import type { TableUse } from './findings.js'
import type { StatementNames } from './names.js'
import type { Reason } from './reason.js'

/** One statement as the grammar sees it. */
export interface StatementJudgement {
  statement: Statement
  /** The kind of statement: `select`, `update`, `create-table`, `copy` … */
  kind: string
  /** Relations that its text names for reading. What a view or a function reads is not among them. */
  reads: TableUse[]
  /** Relations it writes, creates, alters or drops. */
  writes: TableUse[]
  /** The objects that it destroys, by name. */
  destroys: Destruction[]
  /** For select, update and delete: whether it has a `where`, and one that leaves rows out. */
  where?: Where
  /** Why to ask, in the order of discovery; empty: it only reads. */
  reasons: Reason[]
  /** Its names, where it reads or changes rows. */
  names?: StatementNames
  /** False when its code is not visible here: `do`, `execute`, `call`, a statement unknown to this version. */
  canBeJudged: boolean
}

/** Why there is no judgement. */
export type CannotJudge =
  /** PostgreSQL stops reading at a NUL character. */
  | 'nul-character'
  /** Too large or too deeply nested for the parser, or it took too long. */
  | 'too-complex'
  /** The parser could not be loaded. */
  | 'unavailable'
  /** The grammar and the lexer see different statements. */
  | 'disagreement'

/** The judgement of a text. Offsets are UTF-16 units of that text. */
export type Judgement =
  | { type: 'judged'; statements: StatementJudgement[] }
  /** PostgreSQL's own message, and its token; an empty range means the end of the text. */
  | { type: 'syntax-error'; message: string; start: number; end: number }
  | { type: 'cannot-judge'; reason: CannotJudge }

/** Why the grammar asks: every reason of every statement. A text that can't be judged has none here. */
export function reasonsToAsk(judgement: Judgement): Reason[] {
  return judgement.type === 'judged' ? judgement.statements.flatMap(({ reasons }) => reasons) : []
}

/**
 * Whether the grammar asks although the spec's rule may not: for any reason, and for a text that it can't judge. A syntax
 * error asks nothing, since PostgreSQL refuses such a text as a whole; neither does a parser that could not be loaded.
 */
export function needsConfirmationByGrammar(judgement: Judgement): boolean {
  if (judgement.type === 'cannot-judge') return judgement.reason !== 'unavailable'
  return (
    judgement.type === 'judged' &&
    judgement.statements.some((one) => !one.canBeJudged || one.reasons.length > 0)
  )
}
