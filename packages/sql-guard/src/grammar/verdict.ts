/**
 * Both layers in one answer, for scripts and CI: read-only, asks, dangerous, or no SQL that PostgreSQL takes.
 *
 * @rule sql.verdict  @spec §5
 */
import { confirmationFor, type Confirmation } from '../confirmation.js'
import { dangersIn, type Danger } from '../dangers.js'
import { judge } from './judge.js'
import { needsConfirmationByGrammar, reasonsToAsk, type Judgement } from './judgement.js'
import { isDangerous } from './reason.js'

/** The verdict over a text, from harmless to no SQL at all. The command line exits with 0, 2, 3 and 1 for these. */
export type Outcome = 'read-only' | 'asks' | 'dangerous' | 'syntax-error'

/** The verdict on a text, by layer. */
export interface Verdict {
  outcome: Outcome
  /** The specification's rule, on the lexer. */
  confirmation: Confirmation
  /** Dangerous statements by the specification's rule, on the lexer. */
  dangers: Danger[]
  /** The grammar's view; it only adds. */
  judgement: Judgement
}

/** Decides about a whole text. Never throws. */
export async function verdictOf(sql: string): Promise<Verdict> {
  const parts = { confirmation: confirmationFor(sql), dangers: dangersIn(sql), judgement: await judge(sql) }
  return { outcome: outcomeOf(parts), ...parts }
}

function outcomeOf({ confirmation, dangers, judgement }: Omit<Verdict, 'outcome'>): Outcome {
  if (judgement.type === 'syntax-error') return 'syntax-error'
  if (dangers.length > 0 || reasonsToAsk(judgement).some(isDangerous)) return 'dangerous'
  return confirmation.type === 'ask' || needsConfirmationByGrammar(judgement) ? 'asks' : 'read-only'
}
