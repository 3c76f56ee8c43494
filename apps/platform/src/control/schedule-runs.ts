/**
 * The queue and the log of what schedules do. A schedule that is due moves on to its next time in the statement that adds its run,
 * so that one process alone adds it. A run is claimed by one process, for a time.
 */
import { SCHEDULE_RUNS_KEPT, type ScheduleRun, type ScheduleTask } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

/** Of a run `r`, as the contract has it. */
export const RUN_COLUMNS = `r.id, r.cause, r.status, r.due_at, r.begun_at, r.ended_at, r.attempts, r.took_ms, r.code, r.rows,
  r.reason, r.answer`

/** Projects whose schedules run: not those that a person paused. */
const RUNS = `p.status in ('ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY')`

/** What the claim `maker` of a token begins with that was made for a run, whose id follows. */
export const RUN_MAKER = 'schedule:'

/** Whether a token that was made for a run still counts. */
export async function isRunUnderWay(control: Reading, ref: string, id: string): Promise<boolean> {
  const rows = await control.select(
    `select 1 as found from control.schedule_runs r join control.schedules s on s.id = r.schedule_id
     join control.projects p on p.id = s.project_id
     where r.id::text = $2 and p.ref = $1 and r.status = 'running'`,
    [ref, id],
  )
  return rows.length > 0
}

/** A schedule whose time has come, or whose next time was not counted yet. */
export interface DueSchedule {
  id: string
  ref: string
  expression: string
  time_zone: string
  next_at: string | null
  installation_id: string | null
}

const DUE = `select s.id, p.ref, s.expression, p.time_zone, s.next_at, d.installation_id
  from control.schedules s join control.projects p on p.id = s.project_id
  join control.databases d on d.project_id = p.id and d.identifier = p.ref`

/** The longest due first. */
export function dueSchedules(control: Reading, now: Date, most: number): Promise<DueSchedule[]> {
  return control.select(
    `${DUE} where s.enabled and (s.next_at is null or s.next_at <= $1::timestamptz) and ${RUNS}
     order by s.next_at nulls first limit $2::int`,
    [now.toISOString(), most],
  )
}

/** Those that stand still for more than a day from `now`. */
export function distantSchedules(control: Reading, now: Date): Promise<DueSchedule[]> {
  return control.select(`${DUE} where s.enabled and s.next_at > $1::timestamptz + interval '1 day'`, [
    now.toISOString(),
  ])
}

/** Their next time is counted again. */
export function recountSchedules(ids: readonly string[]): ControlStatement {
  return {
    sql: `update control.schedules set next_at = null
      where id in (select i::uuid from json_array_elements_text($1::json) i)`,
    parameters: [JSON.stringify(ids)],
  }
}

/** When the next schedule or run is due; null: nothing waits. */
export async function nextDueAt(control: Reading): Promise<Date | null> {
  const [row] = await control.select<{ at: string | null }>(
    `select least(
       (select min(s.next_at) from control.schedules s join control.projects p on p.id = s.project_id
         where s.enabled and ${RUNS}),
       (select min(r.claimed_until) from control.schedule_runs r where r.status = 'waiting')) as at`,
  )
  return row?.at ? new Date(row.at) : null
}

/** A step of a schedule to its next time. Without `seen` it was not due: its first time was counted. */
export interface ScheduleStep {
  id: string
  seen: string | null
  next: string | null
  /** Id of the run. */
  run: string
}

/** Adds the runs of what is due, and moves each schedule on. Where the run before has not ended, the new one is skipped. */
export function addDueRuns(steps: readonly ScheduleStep[], now: Date): ControlStatement {
  return {
    sql: `with asked as (
        select * from json_to_recordset($1::json) as a (id uuid, seen timestamptz, next timestamptz, run uuid)),
      moved as (
        update control.schedules s set next_at = a.next from asked a
        where s.id = a.id and s.enabled and s.next_at is not distinct from a.seen
        returning s.id, a.seen, a.run)
      insert into control.schedule_runs (id, schedule_id, cause, status, due_at, reason, ended_at)
      select m.run, m.id, 'time', case when b.busy then 'skipped' else 'waiting' end, m.seen,
        case when b.busy then 'overlap' end, case when b.busy then $2::timestamptz end
      from moved m cross join lateral (select exists (select from control.schedule_runs r
        where r.schedule_id = m.id and r.status in ('waiting', 'running')) as busy) b
      where m.seen is not null
      on conflict do nothing`,
    parameters: [JSON.stringify(steps), now.toISOString()],
  }
}

/** A run that a member asks for. Refused as `taken` while another one of the schedule has not ended. */
export function addMemberRun(id: string, scheduleId: string, now: Date): ControlStatement {
  return {
    sql: `insert into control.schedule_runs (id, schedule_id, cause, status, due_at)
      values ($1::uuid, $2::uuid, 'member', 'waiting', $3::timestamptz)`,
    parameters: [id, scheduleId, now.toISOString()],
  }
}

export interface WaitingRun {
  id: string
  ref: string
  installation_id: string | null
}

/**
 * What may be begun: it waits, or the process that had begun it is gone. The longest due first.
 * @param ofProject at most of one project, so that its runs don’t hide those of others
 */
export function waitingRuns(
  control: Reading,
  now: Date,
  { most, ofProject }: { most: number; ofProject: number },
): Promise<WaitingRun[]> {
  return control.select(
    `select q.id, q.ref, q.installation_id from (
       select r.id, r.due_at, p.ref, d.installation_id,
         row_number() over (partition by p.id order by r.due_at, r.id) as place
       from control.schedule_runs r
       join control.schedules s on s.id = r.schedule_id join control.projects p on p.id = s.project_id
       join control.databases d on d.project_id = p.id and d.identifier = p.ref
       where r.status in ('waiting', 'running')
         and (r.claimed_until is null or r.claimed_until <= $1::timestamptz) and ${RUNS}) q
     where q.place <= $3::int order by q.due_at, q.id limit $2::int`,
    [now.toISOString(), most, ofProject],
  )
}

/** A run that this process does, and what it does. */
export interface ClaimedRun {
  id: string
  claim: string
  attempts: number
  ref: string
  schedule_id: string
  name: string
  task: ScheduleTask
  sealed: string
  limit_ms: number
}

/** @param by the process @param seconds until others may begin it, unless it is renewed */
export async function claimRuns(
  control: ControlDatabase,
  ids: readonly string[],
  { now, by, seconds }: { now: Date; by: string; seconds: number },
): Promise<ClaimedRun[]> {
  const written = await control.append([
    {
      sql: `update control.schedule_runs r set status = 'running', claim = gen_random_uuid(), claimed_by = $3,
          claimed_until = $2::timestamptz + make_interval(secs => $4::int), attempts = r.attempts + 1,
          begun_at = $2::timestamptz
        from control.schedules s join control.projects p on p.id = s.project_id
        where s.id = r.schedule_id and r.id in (select i::uuid from json_array_elements_text($1::json) i)
          and r.status in ('waiting', 'running') and (r.claimed_until is null or r.claimed_until <= $2::timestamptz)
        returning json_build_object('id', r.id, 'claim', r.claim, 'attempts', r.attempts, 'ref', p.ref, 'schedule_id', s.id,
          'name', s.name, 'task', s.task, 'sealed', s.sealed, 'limit_ms', s.limit_ms)`,
      parameters: [JSON.stringify(ids), now.toISOString(), by, seconds],
    },
  ])
  return written.ok ? (written.rows[0] as ClaimedRun[]) : []
}

export function renewClaims(claims: readonly string[], now: Date, seconds: number): ControlStatement {
  return {
    sql: `update control.schedule_runs set claimed_until = $2::timestamptz + make_interval(secs => $3::int)
      where status = 'running' and claim in (select i::uuid from json_array_elements_text($1::json) i)`,
    parameters: [JSON.stringify(claims), now.toISOString(), seconds],
  }
}

/** What a process had begun before it ended may be begun again at once. */
export function releaseRuns(by: string): ControlStatement {
  return {
    sql: `update control.schedule_runs set claimed_until = null where status = 'running' and claimed_by = $1`,
    parameters: [by],
  }
}

/** It is begun again after `seconds`. A claim that is over changes nothing. */
export function putBackRun({ id, claim }: ClaimedRun, now: Date, seconds: number): ControlStatement {
  return {
    sql: `update control.schedule_runs set status = 'waiting', claim = null, claimed_by = null,
        claimed_until = $3::timestamptz + make_interval(secs => $4::int)
      where id = $1::uuid and claim = $2::uuid`,
    parameters: [id, claim, now.toISOString(), seconds],
  }
}

/** What came of a run. */
export interface RunEnd {
  status: 'succeeded' | 'failed'
  tookMs: number
  code?: number | undefined
  rows?: number | undefined
  reason?: string | undefined
  answer?: string | undefined
}

/** @returns how many runs of the schedule failed in a row; undefined: the claim is over, and nothing was changed */
export async function endRun(
  control: ControlDatabase,
  { id, claim }: ClaimedRun,
  { status, tookMs, code, rows, reason, answer }: RunEnd,
  now: Date,
): Promise<number | undefined> {
  const written = await control.append([
    {
      sql: `with ended as (
          update control.schedule_runs set status = $3, ended_at = $4::timestamptz, took_ms = $5::int, code = $6::int,
            rows = $7::bigint, reason = $8, answer = $9, claim = null, claimed_by = null, claimed_until = null
          where id = $1::uuid and claim = $2::uuid returning schedule_id)
        update control.schedules s set failures = case when $3 = 'succeeded' then 0 else s.failures + 1 end
        from ended e where s.id = e.schedule_id returning to_json(s.failures)`,
      parameters: [id, claim, status, now.toISOString(), tookMs, code, rows, reason, answer],
    },
    {
      sql: `delete from control.schedule_runs o where o.id in (
          select r.id from control.schedule_runs r
          where r.schedule_id = (select schedule_id from control.schedule_runs where id = $1::uuid)
          order by r.due_at desc, r.id offset $2::int) and o.ended_at is not null`,
      parameters: [id, SCHEDULE_RUNS_KEPT],
    },
  ])
  return written.ok ? (written.rows[0]?.[0] as number | undefined) : undefined
}

/** The newest first. */
export function runsOf(control: Reading, scheduleId: string): Promise<ScheduleRun[]> {
  return control.select(
    `select ${RUN_COLUMNS} from control.schedule_runs r where r.schedule_id = $1::uuid
     order by r.due_at desc, r.id limit $2::int`,
    [scheduleId, SCHEDULE_RUNS_KEPT],
  )
}
