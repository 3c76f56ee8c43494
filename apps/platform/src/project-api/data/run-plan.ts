/** Runs the statements of a plan in one transaction of the project's database. */
import type { DataAnswer, DataPlan, MainResult } from '@basedeck/data-api'
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import { sessionLimitsOf } from './session-limits.js'
import { timeoutOf } from './settings-of.js'

export interface PlanRun {
  ref: string
  config: DataApiConfig
  role: string
  /** Aborted when the caller goes away. */
  signal: AbortSignal
}

/** Bytes of the rows of one answer. */
const MOST_BYTES = 100 * 1024 * 1024
/** Each statement has the time of its role; a function may have given itself more. */
const GRACE_MS = 2000

/** @throws DataApiError, DatabaseError, EngineError */
export async function runPlan(
  sessions: Pick<ProjectSessions, 'serve'>,
  plan: DataPlan,
  { ref, config, role, signal }: PlanRun,
): Promise<DataAnswer> {
  const { opening, main, counting, end } = plan
  const [begin, ...before] = opening
  const resultOf = (results: PipelineResult[]): MainResult => mainResult(results, before.length)
  let answer: DataAnswer | undefined
  const decide = (results: PipelineResult[]): boolean => {
    answer = plan.answer(resultOf(results))
    return end !== 'rollback' && !answer.undone
  }
  const results = await sessions.serve(ref, sessionLimitsOf(config), {
    statements: [...before, { ...main, isNamed: true }, ...(counting ? [counting] : [])],
    ...(begin && { begin: begin.text }),
    mostBytes: MOST_BYTES,
    timeoutMs: timeoutOf(config, role) + GRACE_MS,
    signal,
    ...(end !== 'commit' && { isKept: decide }),
  })
  return answer ?? plan.answer(resultOf(results))
}

function mainResult(results: PipelineResult[], at: number): MainResult {
  const { rows: [row = []] = [], names = [] } = results[at] ?? {}
  const counted = results[at + 1]?.rows[0]?.[0]?.toString()
  return {
    row: Object.fromEntries(names.map((name, column) => [name, row[column]?.toString() ?? null])),
    counted,
  }
}
