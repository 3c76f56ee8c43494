/** Does what a schedule asks for, once: calls a function of the project, posts to an address, or runs SQL. */
import type { ScheduleTask } from '@basedeck/platform-client/contract'
import type { ClaimedRun, RunEnd } from '../control/schedule-runs.js'
import { DatabaseError, EngineError, type Database } from '../engines/engine.js'
import type { CallFunction } from '../functions/call-function.js'
import { ANSWER_BYTES, withoutSent } from '../outgoing/deliver-due.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import { webhookHeaders } from '../outgoing/webhook-signature.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { openSchedule } from './sealed-schedule.js'

export interface PerformDeps {
  box: Pick<SecretBox, 'open'>
  outgoing: Pick<Outgoing, 'call'>
  callFunction: CallFunction
  database(ref: string): Promise<Pick<Database, 'run'>>
  now(): Date
}

/** `later`: nothing was begun, because there is no room to open the database now. */
export type Performed = Omit<RunEnd, 'tookMs'> | { status: 'later'; reason: string }

type Sending = Exclude<ScheduleTask, { type: 'sql' }>

const QUERY_CANCELED = '57014'
/** The rows of a run are not kept: they are counted. */
const LIMITS = { rows: 1, bytes: 64 * 1024, cellBytes: 1024 }

/** Never rejects for what the task does. @param signal ends what is under way */
export function performRun(deps: PerformDeps, run: ClaimedRun, signal: AbortSignal): Promise<Performed> {
  return run.task.type === 'sql' ? runSql(deps, run, run.task.sql, signal) : send(deps, run, run.task, signal)
}

async function runSql(
  { database, now }: PerformDeps,
  { id, ref, attempts, limit_ms: timeoutMs }: ClaimedRun,
  query: string,
  signal: AbortSignal,
): Promise<Performed> {
  let begun: number | undefined
  try {
    const opened = await database(ref)
    begun = now().getTime()
    const runId = `schedule ${id} ${attempts}`
    const { results } = await opened.run({ runId, as: 'owner', query, timeoutMs, limits: LIMITS, signal })
    return { status: 'succeeded', rows: results.at(-1)?.rowCount ?? undefined }
  } catch (error) {
    if (error instanceof DatabaseError) {
      const { code, message } = error.report
      const isLate = code === QUERY_CANCELED && begun !== undefined && now().getTime() - begun >= timeoutMs
      return { status: 'failed', reason: isLate ? 'time-limit' : 'refused', answer: cut(message) }
    }
    const reason = 'unavailable'
    if (error instanceof EngineError && error.code === 'busy') return { status: 'later', reason }
    const answer = error instanceof EngineError ? cut(error.message) : undefined
    return { status: 'failed', reason, answer }
  }
}

async function send(
  { box, outgoing, callFunction, now }: PerformDeps,
  { id, ref, schedule_id, sealed, limit_ms: timeoutMs }: ClaimedRun,
  task: Sending,
  signal: AbortSignal,
): Promise<Performed> {
  const { secret, headers: own } = openSchedule(box, { ref, id: schedule_id, sealed })
  const method = task.type === 'function' ? task.method : 'POST'
  const body = method === 'GET' || method === 'DELETE' ? '' : task.body
  const headers = {
    ...own,
    ...(body === '' ? {} : { 'content-type': contentType(body) }),
    ...webhookHeaders({ id, at: now(), body }, [secret]),
  }
  const answered = (status: number, answer: string): Performed => ({
    status: status >= 200 && status < 300 ? 'succeeded' : 'failed',
    code: status,
    answer: withoutSent(answer, [secret, ...Object.values(own)]),
    ...(status >= 200 && status < 300 ? {} : { reason: 'status' }),
  })
  if (task.type === 'function') {
    const { slug } = task
    const call = { ref, slug, headers, body, timeoutMs, answerBytes: ANSWER_BYTES } as const
    const answer = await callFunction({ ...call, method, runId: id, signal })
    if ('status' in answer) return answered(answer.status, answer.answer)
    return { status: 'failed', reason: answer.reason === 'whole-timeout' ? 'time-limit' : answer.reason }
  }
  try {
    const limits = {
      redirects: 0,
      larger: 'cut',
      answerBytes: ANSWER_BYTES,
      wholeMs: timeoutMs,
      firstByteMs: timeoutMs,
    } as const
    const answer = await outgoing.call({ url: task.url, method, headers, body, limits, signal })
    return answered(answer.status, String(answer.body))
  } catch (error) {
    const reason = error instanceof OutgoingError ? error.reason : 'unsendable'
    return { status: 'failed', reason: /^(whole|first-byte)-timeout$/.test(reason) ? 'time-limit' : reason }
  }
}

/** By what it is: most bodies are JSON. */
function contentType(body: string): string {
  try {
    JSON.parse(body)
    return 'application/json'
  } catch {
    return 'text/plain; charset=utf-8'
  }
}

function cut(message: string): string {
  return Buffer.from(message).subarray(0, ANSWER_BYTES).toString().replaceAll('\0', '')
}
