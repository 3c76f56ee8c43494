/** Log drains of projects as rows, and how far each process has sent. */
import {
  LOG_DRAINS_MAX,
  type LogDrainError,
  type LogDrainProgress,
  type LogDrainTarget,
  type LogSource,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

export interface LogDrainRow {
  id: string
  ref: string
  name: string
  target: LogDrainTarget
  header_names: string[]
  sealed: string
  sources: LogSource[] | null
  enabled: boolean
  /** Microseconds since 1970. */
  since: number
  created_at: string
  updated_at: string
}

/** What a member sets. */
export type LogDrainSettings = Omit<LogDrainRow, 'ref' | 'created_at' | 'updated_at'>

/** How far one process has sent; null: it has not begun. */
export interface DrainPosition {
  /** The number of the last line that was accepted. */
  position: number
  failures: number
  next_at: string | null
  /** Null: the last attempt succeeded, or there was none yet. */
  failing_since: string | null
  /** When people were told; null: they were not. */
  told_at: string | null
}

const COLUMNS = `d.id, p.ref, d.name, d.target, d.header_names, d.sealed, d.sources, d.enabled, d.since,
  d.created_at, d.updated_at`
const FROM = 'from control.log_drains d join control.projects p on p.id = d.project_id'

/** By name. */
export function logDrainRows(
  control: Reading,
  ref: string,
): Promise<(LogDrainRow & { progress: LogDrainProgress })[]> {
  return control.select(
    `select ${COLUMNS}, ${PROGRESS} as progress ${FROM} where p.ref = $1 order by d.name collate "C"`,
    [ref],
  )
}

/** Of all processes together; of their errors, the newest. */
const PROGRESS = `(select json_build_object(
    'sent', coalesce(sum(s.sent), 0), 'behind', coalesce(sum(s.behind), 0), 'lost', coalesce(sum(s.lost), 0),
    'refused', coalesce(sum(s.refused), 0), 'oldest_at', min(s.oldest_at) filter (where s.behind > 0),
    'last_sent_at', max(s.last_sent_at), 'next_at', min(s.next_at) filter (where s.failures > 0),
    'error', (array_agg(json_build_object('at', s.failed_at, 'status', s.status, 'reason', s.reason,
      'answer', s.answer) order by s.failed_at desc) filter (where s.failures > 0))[1])
  from control.log_drain_positions s where s.drain_id = d.id)`

export async function logDrainRow(
  control: Reading,
  ref: string,
  id: string,
): Promise<LogDrainRow | undefined> {
  const [row] = await control.select<LogDrainRow>(
    `select ${COLUMNS} ${FROM} where p.ref = $1 and d.id = $2::uuid`,
    [ref, id],
  )
  return row
}

/** All that are on, of projects that are not deleted, with how far a process has sent. */
export function drainsToRun(
  control: Reading,
  installationId: string,
): Promise<(LogDrainRow & { at: DrainPosition | null })[]> {
  return control.select(
    `select ${COLUMNS}, case when s.drain_id is not null then
         json_build_object('position', s.position, 'failures', s.failures, 'next_at', s.next_at,
           'failing_since', s.failing_since, 'told_at', s.told_at) end as at
       ${FROM} left join control.log_drain_positions s on s.drain_id = d.id and s.installation_id = $1
     where d.enabled order by d.id`,
    [installationId],
  )
}

/** Touches no row where the project has as many drains as it can have. */
export function insertLogDrain(ref: string, settings: LogDrainSettings): ControlStatement {
  return {
    sql: `insert into control.log_drains (id, project_id, name, target, header_names, sealed, sources, enabled, since)
      select $2::uuid, p.id, $3, $4::jsonb, array(select json_array_elements_text($5::json)), $6, ${SOURCES('$7')},
        $8::boolean, $9::bigint
      from control.projects p where p.ref = $1
        and (select count(*) from control.log_drains o where o.project_id = p.id) < $10::int`,
    parameters: [ref, ...valuesOf(settings), LOG_DRAINS_MAX],
    expect: 1,
  }
}

/** What waits is tried at once. */
export function updateLogDrainRow(ref: string, settings: LogDrainSettings): ControlStatement[] {
  return [
    {
      sql: `update control.log_drains d set name = $3, target = $4::jsonb,
          header_names = array(select json_array_elements_text($5::json)), sealed = $6, sources = ${SOURCES('$7')},
          enabled = $8::boolean, since = $9::bigint, updated_at = now()
        from control.projects p where p.id = d.project_id and p.ref = $1 and d.id = $2::uuid`,
      parameters: [ref, ...valuesOf(settings)],
      expect: 1,
    },
    {
      sql: 'update control.log_drain_positions set next_at = null where drain_id = $1::uuid',
      parameters: [settings.id],
    },
  ]
}

const SOURCES = (parameter: string) =>
  `case when ${parameter}::json is not null then array(select json_array_elements_text(${parameter}::json)) end`

function valuesOf({ id, name, target, header_names, sealed, sources, enabled, since }: LogDrainSettings) {
  return [
    id,
    name,
    JSON.stringify(target),
    JSON.stringify(header_names),
    sealed,
    sources && JSON.stringify(sources),
    enabled,
    since,
  ]
}

export function deleteLogDrainRow(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.log_drains d using control.projects p
      where p.id = d.project_id and p.ref = $1 and d.id = $2::uuid`,
    parameters: [ref, id],
    expect: 1,
  }
}

export function enableLogDrain(ref: string, name: string, since: number): ControlStatement {
  return {
    sql: `update control.log_drains d set enabled = true, since = $3::bigint, updated_at = now()
      from control.projects p where p.id = d.project_id and p.ref = $1 and d.name = $2`,
    parameters: [ref, name, since],
  }
}

/** Of one process and one drain; a drain that was deleted meanwhile has no row. */
interface OfProcess {
  drainId: string
  installationId: string
}

export interface DrainMove {
  position: number
  /** Lines since the last move. */
  sent?: number
  refused?: number
  lost?: number
  /** Lines that wait, and when the oldest of them happened, in microseconds since 1970. */
  behind: { count: number; oldest: number | undefined }
}

/** Lines were accepted, refused for good, or lost, or there were none. Ends a failure. */
export function moveDrain(
  { drainId, installationId }: OfProcess,
  { position, sent = 0, refused = 0, lost = 0, behind }: DrainMove,
): ControlStatement {
  return {
    sql: `insert into control.log_drain_positions as s
        (drain_id, installation_id, position, sent, refused, lost, behind, oldest_at, last_sent_at)
      select d.id, $2, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::bigint,
        to_timestamp($8::double precision / 1000000), case when $4::bigint > 0 then now() end
      from control.log_drains d where d.id = $1::uuid
      on conflict (drain_id, installation_id) do update set position = excluded.position,
        sent = s.sent + excluded.sent, refused = s.refused + excluded.refused, lost = s.lost + excluded.lost,
        behind = excluded.behind, oldest_at = excluded.oldest_at,
        last_sent_at = coalesce(excluded.last_sent_at, s.last_sent_at),
        failures = case when excluded.sent > 0 then 0 else s.failures end,
        next_at = case when excluded.sent > 0 then null else s.next_at end,
        failing_since = case when excluded.sent > 0 then null else s.failing_since end,
        told_at = case when excluded.sent > 0 then null else s.told_at end`,
    parameters: [drainId, installationId, position, sent, refused, lost, behind.count, behind.oldest ?? null],
  }
}

/** A batch was not accepted. @param again seconds until the next attempt */
export function failDrain(
  { drainId, installationId }: OfProcess,
  {
    position,
    failures,
    again,
    error: { status, reason, answer },
    behind,
  }: {
    position: number
    failures: number
    again: number
    error: Omit<LogDrainError, 'at'>
    behind: DrainMove['behind']
  },
): ControlStatement {
  return {
    sql: `insert into control.log_drain_positions as s (drain_id, installation_id, position, failures, next_at,
        failed_at, status, reason, answer, behind, oldest_at, failing_since)
      select d.id, $2, $3::bigint, $4::int, now() + make_interval(secs => $5::int), now(), $6::int, $7, $8,
        $9::bigint, to_timestamp($10::double precision / 1000000), now()
      from control.log_drains d where d.id = $1::uuid
      on conflict (drain_id, installation_id) do update set failures = excluded.failures, next_at = excluded.next_at,
        failed_at = excluded.failed_at, status = excluded.status, reason = excluded.reason,
        answer = excluded.answer, behind = excluded.behind, oldest_at = excluded.oldest_at,
        failing_since = coalesce(s.failing_since, excluded.failing_since)`,
    parameters: [
      drainId,
      installationId,
      position,
      failures,
      again,
      status,
      reason,
      answer,
      behind.count,
      behind.oldest ?? null,
    ],
  }
}

/** People were told that it fails. */
export function noteDrainTold({ drainId, installationId }: OfProcess): ControlStatement {
  return {
    sql: `update control.log_drain_positions set told_at = now()
      where drain_id = $1::uuid and installation_id = $2 and told_at is null`,
    parameters: [drainId, installationId],
    expect: 1,
  }
}
