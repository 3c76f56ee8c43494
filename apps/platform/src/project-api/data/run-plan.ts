/** Runs the statements of a plan in one transaction of the project's database. */
import type { DataPlan, MainResult } from '@basedeck/data-api'
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import type { PipelineResult } from '../../engines/session/pipeline-request.js'
import type { ProjectSessions } from '../sessions/project-sessions.js'
import type { PlainAnswer } from '../plain/plain-request.js'
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
): Promise<PlainAnswer> {
  const { opening, main, counting, end } = plan
  const [begin, ...before] = opening
  const answerOf = (results: PipelineResult[]) => {
    const { body, ...result } = mainResult(results, before.length)
    const answered = plan.answer(result)
    return body ? { ...answered, body } : answered
  }
  let answer: ReturnType<typeof answerOf> | undefined
  const decide = (results: PipelineResult[]): boolean => {
    answer = answerOf(results)
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
  return answer ?? answerOf(results)
}

/** The body stays as PostgreSQL wrote it; undefined: there is none, and the plan may write one. */
function mainResult(results: PipelineResult[], at: number): MainResult & { body: Uint8Array | undefined } {
  const { rows: [row = []] = [], names = [] } = results[at] ?? {}
  const counted = results[at + 1]?.rows[0]?.[0]?.toString()
  const texts: Record<string, string | null> = {}
  let body: Uint8Array | undefined
  for (const [column, name] of names.entries()) {
    const cell = row[column] ?? null
    if (name === 'body') body = cell ?? undefined
    else texts[name] = cell && cell.toString()
  }
  return { row: texts, counted, body }
}
