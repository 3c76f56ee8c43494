/**
 * What the Explain button runs. A plan alone does not run the statement: it asks nothing and is READ ONLY. A plan that
 * is measured asks the same questions as Run.
 * @rule sql.explain  @spec §5
 */
import { hasMultipleStatements } from '@basedeck/sql-guard'
import { scan } from '@basedeck/sql-guard/lexer'
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
  const isPlanAlone = mode === 'plan' && !beginsWithOptions(sql)
  const plan = planRun(EXPLAIN_PREFIX[mode] + sql, 0, confirmed || isPlanAlone)
  if (plan.type !== 'run') return plan
  return { ...plan, readOnly: mode === 'plan', ...(mode === 'analyze' ? { discard: true } : {}) }
}

/** In `explain analyze select f()` the text behind `explain` makes it run. */
function beginsWithOptions(sql: string): boolean {
  const tokens = scan(sql).filter(({ kind }) => kind !== 'comment')
  const first = tokens.find(({ kind }) => kind !== 'open')
  const word = sql.slice(first?.start, first?.end).toLowerCase()
  return tokens[0]?.kind === 'open' ? !QUERY_WORDS.has(word) : OPTION_WORDS.has(word)
}

const OPTION_WORDS: ReadonlySet<string> = new Set(['analyze', 'analyse', 'verbose'])
/** Reserved: no option of `explain` begins with one of them. */
const QUERY_WORDS: ReadonlySet<string> = new Set(['select', 'with', 'table'])
