/** The queue and the log of messages to hosts outside. Each is claimed by one process, for a time. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ClaimedDelivery {
  id: string
  request: string
  attempts: number
  claim: string
  /** Ref; null: it is of the installation. */
  project: string | null
}

export interface AttemptOutcome {
  tookMs: number
  status?: number
  reason?: string
  answer?: string
}

export interface LoggedDelivery {
  id: string
  status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  created_at: string
  log: {
    at: string
    took_ms: number | null
    status: number | null
    reason: string | null
    answer: string | null
  }[]
}

/**
 * In the transaction of what it tells, which fails where there is no such project.
 * @param projectRef null: of the installation
 * @param request sealed for `delivery <id>`
 */
export function addDelivery(id: string, projectRef: string | null, request: string): ControlStatement {
  return {
    sql: `insert into control.deliveries (id, project_id, request)
      select $1::uuid, p.id, $3 from (select $2::text as ref) asked
      left join control.projects p on p.ref = asked.ref
      where asked.ref is null or p.id is not null`,
    parameters: [id, projectRef, request],
    expect: 1,
  }
}

/** A process that dies loses its claims when `seconds` are over: they are due again. */
export async function claimDeliveries(
  control: ControlDatabase,
  { most, seconds }: { most: number; seconds: number },
): Promise<ClaimedDelivery[]> {
  const written = await control.append([
    {
      sql: `with claimed as (
          update control.deliveries set claim = gen_random_uuid(), attempts = attempts + 1,
            due_at = now() + make_interval(secs => $2::int)
          where id in (select d.id from control.deliveries d where d.due_at <= now()
              and (d.webhook_id is null
                or exists (select from control.webhooks w where w.id = d.webhook_id and w.enabled))
            order by d.due_at limit $1::int for update skip locked)
          returning id, request, attempts, claim,
            (select p.ref from control.projects p where p.id = project_id) as project),
        begun as (insert into control.delivery_attempts (delivery_id, claim) select id, claim from claimed)
        select to_json(c) from claimed c`,
      parameters: [most, seconds],
    },
  ])
  return written.ok ? (written.rows[0] as ClaimedDelivery[]) : []
}

/** @param again seconds until the next attempt; null: none follows. A claim that is over changes no status. */
export function endAttempt(
  { id, claim }: ClaimedDelivery,
  outcome: AttemptOutcome,
  status: 'waiting' | 'delivered' | 'failed',
  again: number | null,
): ControlStatement[] {
  const { tookMs, status: code, reason, answer } = outcome
  return [
    {
      sql: `update control.delivery_attempts set took_ms = $3::int, status = $4::int, reason = $5, answer = $6
        where delivery_id = $1::uuid and claim = $2::uuid`,
      parameters: [id, claim, tookMs, code, reason, answer],
    },
    {
      sql: `update control.deliveries set status = $3, claim = null, due_at = now() + make_interval(secs => $4::int)
        where id = $1::uuid and claim = $2::uuid`,
      parameters: [id, claim, status, again],
    },
  ]
}

/** Send again: the same message with the same id, also after it was accepted. */
export function sendAgain(projectRef: string, id: string): ControlStatement {
  return {
    sql: `update control.deliveries d set status = 'waiting', attempts = 0, due_at = now(), claim = null
      from control.projects p where p.id = d.project_id and p.ref = $1 and d.id = $2::uuid and d.due_at is null`,
    parameters: [projectRef, id],
    expect: 1,
  }
}

/** The newest first. */
export function readDeliveries(
  control: Pick<ControlDatabase, 'select'>,
  projectRef: string,
  most = 100,
): Promise<LoggedDelivery[]> {
  return control.select(
    `select d.id, d.status, d.attempts, d.created_at,
       coalesce((select json_agg(json_build_object('at', a.at, 'took_ms', a.took_ms, 'status', a.status,
         'reason', a.reason, 'answer', a.answer) order by a.at)
         from control.delivery_attempts a where a.delivery_id = d.id), '[]') as log
     from control.deliveries d join control.projects p on p.id = d.project_id
     where p.ref = $1 order by d.created_at desc limit $2::int`,
    [projectRef, most],
  )
}

export const forgetOldDeliveries: ControlStatement = {
  sql: `delete from control.deliveries where due_at is null and created_at < now() - interval '14 days'`,
}
