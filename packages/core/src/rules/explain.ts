/**
 * What the Explain button runs. A plan alone runs nothing of the statement, so it never asks; ANALYZE runs it, and asks
 * whenever the statement itself would.
 * @rule sql.explain  @spec §5
 */
import { hasMultipleStatements } from '@basedeck/sql-guard'
import { planRun, type RunPlan } from './run-plan.js'

export type ExplainMode = 'plan' | 'analyze'

export const EXPLAIN_PREFIX: Readonly<Record<ExplainMode, string>> = {
  plan: 'explain ',
  analyze: 'explain (analyze, buffers) ',
}

export type ExplainPlan = RunPlan | { type: 'refuse'; reason: 'several-to-explain' }

export function planExplain(sql: string, mode: ExplainMode, confirmed: boolean): ExplainPlan {
  if (hasMultipleStatements(sql)) return { type: 'refuse', reason: 'several-to-explain' }
  const plan = planRun(sql, 0, confirmed || mode === 'plan')
  if (plan.type !== 'run') return plan
  return { type: 'run', sql: EXPLAIN_PREFIX[mode] + sql, readOnly: mode === 'plan' || plan.readOnly }
}
