/**
 * What the Explain button runs. It asks the same questions as Run. A plan alone does not run the statement,
 * so it stays READ ONLY also when it was confirmed.
 * @rule sql.explain  @spec §5
 */
import { hasMultipleStatements } from '@basedeck/sql-guard'
import { planRun, type RunPlan } from './run-plan.js'

/** The statement is only planned, run and rolled back to measure it, or run for good. */
export type ExplainMode = 'plan' | 'analyze' | 'analyze-keep'

/** The text before a statement that is explained, with the blank after it. */
export const EXPLAIN_PREFIX: Readonly<Record<ExplainMode, string>> = {
  plan: 'explain ',
  analyze: 'explain (analyze, buffers) ',
  'analyze-keep': 'explain (analyze, buffers) ',
}

/**
 * What the Explain button does: what Run does with the same text, or a refusal, since one statement is explained at a
 * time.
 */
export type ExplainPlan = RunPlan | { type: 'refuse'; reason: 'several-to-explain' }

/**
 * Decides what the Explain button does.
 * @param confirmed the user confirmed the question
 */
export function planExplain(sql: string, mode: ExplainMode, confirmed: boolean): ExplainPlan {
  if (hasMultipleStatements(sql)) return { type: 'refuse', reason: 'several-to-explain' }
  if (planRun(sql, 0, true).type === 'nothing') return { type: 'nothing' }
  const plan = planRun(EXPLAIN_PREFIX[mode] + sql, 0, confirmed)
  if (plan.type !== 'run') return plan
  return { ...plan, readOnly: mode === 'plan', ...(mode === 'analyze' ? { discard: true } : {}) }
}
