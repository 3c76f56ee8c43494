/** Alerts as rows: what is compared, the counts of each process, and when an alert fired. */
import {
  LOG_ALERT_EVENTS_SHOWN,
  LOG_ALERTS_MAX,
  type LogAlert,
  type LogAlertEvent,
  type LogAlertKind,
  type LogAlertRole,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

export interface LogAlertRow extends LogAlert {
  ref: string
  sealed: string
  begun_at: string
  differs_since: string | null
  /** The process that holds the project; null: none does. */
  holder: string | null
}

/** What a member sets. */
export interface LogAlertSettings {
  id: string
  kind: LogAlertKind
  name: string
  query: string
  minutes: number
  comparison: 'above' | 'below'
  limit: number
  for_minutes: number
  mail_roles: readonly LogAlertRole[]
  url: string | null
  sealed: string
  enabled: boolean
}

const SELECT = `select a.id, p.ref, a.name, a.kind, a.query, a.minutes, a.comparison, a.amount as limit, a.for_minutes,
    a.mail_roles, a.url, a.sealed, a.enabled, a.begun_at, a.value, a.checked_at, a.differs_since,
    (select e.fired_at from control.log_alert_events e where e.alert_id = a.id and e.ended_at is null
      and e.problem is null) as firing_since, a.problem,
    (select d.installation_id::text from control.databases d where d.identifier = p.ref) as holder,
    a.created_at, a.updated_at
  from control.log_alerts a join control.projects p on p.id = a.project_id`

/** By name. */
export function logAlertRows(control: Reading, ref: string): Promise<LogAlertRow[]> {
  return control.select(`${SELECT} where p.ref = $1 order by a.name collate "C"`, [ref])
}

export async function logAlertRow(
  control: Reading,
  ref: string,
  id: string,
): Promise<LogAlertRow | undefined> {
  const [row] = await control.select<LogAlertRow>(`${SELECT} where p.ref = $1 and a.id = $2::uuid`, [ref, id])
  return row
}

export function alertsToCheck(control: Reading): Promise<LogAlertRow[]> {
  return control.select(`${SELECT} where a.enabled order by a.id`)
}

/** Touches no row where the project has as many alerts as it can have. */
export function insertLogAlert(ref: string, settings: LogAlertSettings): ControlStatement {
  return {
    sql: `insert into control.log_alerts (id, project_id, name, query, minutes, comparison, amount, for_minutes,
        mail_roles, url, sealed, enabled, kind)
      select $2::uuid, p.id, $3, $4, $5::int, $6, $7::float8, $8::int,
        array(select json_array_elements_text($9::json)), $10, $11, $12::boolean, $14
      from control.projects p where p.ref = $1
        and (select count(*) from control.log_alerts o where o.project_id = p.id) < $13::int`,
    parameters: [ref, ...valuesOf(settings), LOG_ALERTS_MAX, settings.kind],
    expect: 1,
  }
}

/** @param isAnew it counts something else or was turned on or off: what it knows is forgotten, and it ends where it fires */
export function updateLogAlertRow(
  ref: string,
  settings: LogAlertSettings,
  isAnew: boolean,
): ControlStatement[] {
  const update: ControlStatement = {
    sql: `update control.log_alerts a set name = $3, query = $4, minutes = $5::int, comparison = $6, amount = $7::float8,
        for_minutes = $8::int, mail_roles = array(select json_array_elements_text($9::json)), url = $10, sealed = $11,
        enabled = $12::boolean, updated_at = now()
      from control.projects p where p.id = a.project_id and p.ref = $1 and a.id = $2::uuid`,
    parameters: [ref, ...valuesOf(settings)],
    expect: 1,
  }
  if (!isAnew) return [update]
  return [
    update,
    {
      sql: `update control.log_alerts set begun_at = now(), value = null, checked_at = null, differs_since = null,
          problem = null
        where id = $1::uuid`,
      parameters: [settings.id],
    },
    {
      sql: 'update control.log_alert_events set ended_at = now() where alert_id = $1::uuid and ended_at is null',
      parameters: [settings.id],
    },
    { sql: 'delete from control.log_alert_counts where alert_id = $1::uuid', parameters: [settings.id] },
  ]
}

function valuesOf(settings: LogAlertSettings) {
  const { id, name, query, minutes, comparison, limit, for_minutes, mail_roles, url, sealed } = settings
  const roles = JSON.stringify(mail_roles)
  return [
    id,
    name,
    query,
    minutes,
    comparison,
    limit,
    for_minutes,
    roles,
    url,
    sealed,
    settings.enabled,
  ] as const
}

export function deleteLogAlertRow(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.log_alerts a using control.projects p
      where p.id = a.project_id and p.ref = $1 and a.id = $2::uuid`,
    parameters: [ref, id],
    expect: 1,
  }
}

/** The newest first. */
export function logAlertEvents(control: Reading, id: string): Promise<LogAlertEvent[]> {
  return control.select(
    `select id, fired_at, ended_at, value, comparison, amount as limit, kind, query, problem from control.log_alert_events
     where alert_id = $1::uuid order by fired_at desc limit $2::int`,
    [id, LOG_ALERT_EVENTS_SHOWN],
  )
}

/** What one process counted. An alert that was deleted meanwhile has no row. */
export function writeCount(id: string, installationId: string, count: number, at: string): ControlStatement {
  return {
    sql: `insert into control.log_alert_counts (alert_id, installation_id, count, counted_at)
      select a.id, $2, $3::bigint, $4::timestamptz from control.log_alerts a where a.id = $1::uuid
      on conflict (alert_id, installation_id) do update set count = excluded.count, counted_at = excluded.counted_at`,
    parameters: [id, installationId, count, at],
  }
}

/** False: another process has just decided. @param before it was not decided since then, ISO time */
export async function claimAlert(
  control: Pick<ControlDatabase, 'append'>,
  { id, at, before }: { id: string; at: string; before: string },
): Promise<boolean> {
  const written = await control.append([
    {
      sql: `update control.log_alerts set checked_at = $2::timestamptz
        where id = $1::uuid and enabled and (checked_at is null or checked_at <= $3::timestamptz) returning to_json(true)`,
      parameters: [id, at, before],
    },
  ])
  return written.ok && written.rows.flat().length > 0
}

/**
 * The sum of the counts that are not older than `since`. Undefined: another process has just decided.
 * @param before it was not decided since then, ISO time
 */
export async function claimCheck(
  control: Pick<ControlDatabase, 'append'>,
  { id, at, before, since }: { id: string; at: string; before: string; since: string },
): Promise<number | undefined> {
  const written = await control.append([
    {
      sql: `with claimed as (
          update control.log_alerts set checked_at = $2::timestamptz
          where id = $1::uuid and enabled and (checked_at is null or checked_at <= $3::timestamptz) returning id)
        select to_json((select coalesce(sum(c.count), 0) from control.log_alert_counts c
          where c.alert_id = claimed.id and c.counted_at >= $4::timestamptz)) from claimed`,
      parameters: [id, at, before, since],
    },
  ])
  const value = written.ok ? written.rows.flat()[0] : undefined
  return value === undefined ? undefined : Number(value)
}

export function noteValue(id: string, value: number, differsSince: string | null): ControlStatement {
  return {
    sql: 'update control.log_alerts set value = $2::float8, differs_since = $3::timestamptz where id = $1::uuid',
    parameters: [id, value, differsSince],
  }
}

/** Fails where it fires already. */
export function beginEvent(
  { id, comparison, limit, kind, query }: LogAlertRow,
  event: { id: string; at: string; value: number },
): ControlStatement {
  return {
    sql: `insert into control.log_alert_events (id, alert_id, fired_at, value, comparison, amount, kind, query)
      values ($1::uuid, $2::uuid, $3::timestamptz, $4::float8, $5, $6::float8, $7, $8)`,
    parameters: [event.id, id, event.at, event.value, comparison, limit, kind, query],
  }
}

/** Touches no row where it has ended. */
export function endEvent(alertId: string, at: string): ControlStatement {
  return {
    sql: `update control.log_alert_events set ended_at = $2::timestamptz
      where alert_id = $1::uuid and ended_at is null and problem is null`,
    parameters: [alertId, at],
    expect: 1,
  }
}

/** It can't be checked. Fails where that is known already. */
export function beginProblem(
  { id, comparison, limit, kind, query }: LogAlertRow,
  event: { id: string; at: string; problem: string },
): ControlStatement[] {
  return [
    {
      sql: `insert into control.log_alert_events (id, alert_id, fired_at, comparison, amount, kind, query, problem)
        values ($1::uuid, $2::uuid, $3::timestamptz, $4, $5::float8, $6, $7, $8)`,
      parameters: [event.id, id, event.at, comparison, limit, kind, query, event.problem],
    },
    noteProblem(id, event.problem),
  ]
}

export function noteProblem(id: string, problem: string): ControlStatement {
  return {
    sql: 'update control.log_alerts set problem = $2 where id = $1::uuid',
    parameters: [id, problem],
  }
}

/** It can be checked again. */
export function endProblem(id: string, at: string): ControlStatement[] {
  return [
    {
      sql: `update control.log_alert_events set ended_at = $2::timestamptz
        where alert_id = $1::uuid and ended_at is null and problem is not null`,
      parameters: [id, at],
    },
    { sql: 'update control.log_alerts set problem = null where id = $1::uuid', parameters: [id] },
  ]
}

/** Addresses of the members of a project's organization with such roles. */
export async function addressesOfRoles(
  control: Reading,
  ref: string,
  roles: readonly string[],
): Promise<string[]> {
  const rows = await control.select<{ email: string }>(
    `select distinct f.email from control.projects p
       join control.members m on m.organization_id = p.organization_id
       join control.profiles f on f.id = m.profile_id
     where p.ref = $1 and f.email is not null and f.email <> '' and m.role = any (string_to_array($2, ' '))`,
    [ref, roles.join(' ')],
  )
  return rows.map(({ email }) => email)
}
