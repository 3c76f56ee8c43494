/** The words of the question before a run that may write. CLARIFICATIONS "SQL guard". */
import { isDangerous } from '@basedeck/sql-guard'
import type { RunState } from '../../sessions/sql/run-state.js'
import { impersonationText } from '../../text/impersonation.js'
import { sqlText } from '../../text/sql-editor.js'

/** The question before a run that may write, in words. */
export interface Question {
  /** Whom it will run as, when not as the owner. */
  role?: string
  warning: string
  question: string
  care: string
  /** Statements that destroy something, each with what it does. */
  dangers: string[]
  /** What goes, and how much of it. */
  dropImpact: readonly string[]
  /** Only functions ask: its first answer is to run it read-only. */
  offersReadOnly: boolean
  /** That answer may be kept for this text. */
  canKeep: boolean
  /** Typed before it may run; null: nothing. */
  nameToType: string | null
  /** It destroys something. */
  isDangerous: boolean
  /** What else speaks for asking: PostgreSQL's grammar, and its refusal. */
  reasons: string[]
}

export interface QuestionDetails {
  /** Whom it will run as; absent: the owner. */
  impersonating?: string | undefined
  dropImpact?: readonly string[]
  nameToType?: string | null
  /** Why who is here can't write; absent: they can. */
  readOnlyRole?: string | undefined
}

const TOLD_BY_DROP_IMPACT: ReadonlySet<string> = new Set(['delete-without-where', 'truncate', 'drop'])

export function questionOf(
  state: RunState,
  { impersonating, dropImpact = [], nameToType = null, readOnlyRole }: QuestionDetails = {},
): Question | null {
  if (state.status !== 'asking') return null
  // What the rules already say of a statement, the grammar need not repeat.
  const said = new Set<string>(state.dangers.map(({ kind }) => kind))
  const reasons = state.reasons.filter(
    ({ reason }) => !said.has(reason) && !(dropImpact.length > 0 && TOLD_BY_DROP_IMPACT.has(reason)),
  )
  return {
    ...(impersonating === undefined ? {} : { role: impersonationText.asks(impersonating) }),
    warning: sqlText.warnings[state.reason],
    question: sqlText.confirmQuestion,
    care: sqlText.confirmCare,
    dangers: [
      ...new Set(state.dangers.map(({ statement, kind }) => sqlText.danger(firstLine(statement.text), kind))),
    ],
    dropImpact,
    offersReadOnly: state.offersReadOnly !== undefined,
    canKeep: state.offersReadOnly?.canKeep ?? false,
    nameToType,
    isDangerous: state.dangers.length > 0 || state.reasons.some(isDangerous),
    reasons: [
      ...(readOnlyRole === undefined ? [] : [readOnlyRole]),
      ...(state.found === undefined || state.dangers.length > 0 ? [] : [sqlText.found(state.found)]),
      ...(state.refusal === undefined ? [] : [sqlText.readOnlyRefused(state.refusal)]),
      ...new Set(reasons.map(sqlText.reason)),
    ],
  }
}

/** @internal */
export function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
