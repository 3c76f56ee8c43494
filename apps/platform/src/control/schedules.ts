/** Schedules of projects as rows. When one is due is counted by the program; the rows say what was counted. */
import { SCHEDULES_MAX, type ScheduleRun, type ScheduleTask } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { RUN_COLUMNS } from './schedule-runs.js'

type Reading = Pick<ControlDatabase, 'select'>

export interface ScheduleRow {
  id: string
  ref: string
  name: string
  expression: string
  task: ScheduleTask
  header_names: string[]
  sealed: string
  limit_ms: number
  enabled: boolean
  next_at: string | null
  failures: number
  time_zone: string
  last_run: ScheduleRun | null
  created_at: string
  updated_at: string
}

/** What a member sets. */
export type ScheduleSettings = Pick<
  ScheduleRow,
  'id' | 'name' | 'expression' | 'task' | 'header_names' | 'sealed' | 'limit_ms' | 'enabled'
>

const SHOWN = `select s.id, p.ref, s.name, s.expression, s.task, s.header_names, s.sealed, s.limit_ms, s.enabled, s.next_at,
    s.failures, p.time_zone, s.created_at, s.updated_at,
    (select to_json(l) from (select ${RUN_COLUMNS} from control.schedule_runs r
      where r.schedule_id = s.id and r.ended_at is not null order by r.due_at desc, r.ended_at desc limit 1) l) as last_run
  from control.schedules s join control.projects p on p.id = s.project_id`

/** By name. */
export function scheduleRows(control: Reading, ref: string): Promise<ScheduleRow[]> {
  return control.select<ScheduleRow>(`${SHOWN} where p.ref = $1 order by s.name collate "C"`, [ref])
}

export async function scheduleRow(
  control: Reading,
  ref: string,
  id: string,
): Promise<ScheduleRow | undefined> {
  const [row] = await control.select<ScheduleRow>(`${SHOWN} where p.ref = $1 and s.id = $2::uuid`, [ref, id])
  return row
}

/** Undefined: there is no such project. */
export async function timeZoneOf(control: Reading, ref: string): Promise<string | undefined> {
  const [row] = await control.select<{ time_zone: string }>(
    'select time_zone from control.projects where ref = $1',
    [ref],
  )
  return row?.time_zone
}

/** With the next times of its schedules, which are counted again. */
export function setTimeZoneOf(ref: string, zone: string): ControlStatement[] {
  return [
    {
      sql: 'update control.projects set time_zone = $2 where ref = $1',
      parameters: [ref, zone],
      expect: 1,
    },
    {
      sql: `update control.schedules s set next_at = null
        from control.projects p where p.id = s.project_id and p.ref = $1`,
      parameters: [ref],
    },
  ]
}

/** Touches no row where the project has as many schedules as it can have. */
export function insertSchedule(ref: string, settings: ScheduleSettings): ControlStatement {
  return {
    sql: `insert into control.schedules (id, project_id, name, expression, task, header_names, sealed, limit_ms, enabled)
      select $2::uuid, p.id, $3, $4, $5::json, array(select json_array_elements_text($6::json)), $7, $8::int, $9::boolean
      from control.projects p where p.ref = $1
        and (select count(*) from control.schedules o where o.project_id = p.id) < $10::int`,
    parameters: [ref, ...valuesOf(settings), SCHEDULES_MAX],
    expect: 1,
  }
}

/** Its next time is counted again where that may have changed. What waits for its turn is left out when it is off. */
export function updateScheduleRow(ref: string, settings: ScheduleSettings): ControlStatement[] {
  return [
    {
      sql: `update control.schedules s set name = $3, task = $5::json,
          next_at = case when s.expression = $4 and s.enabled and $9::boolean then s.next_at end,
          failures = case when s.enabled or not $9::boolean then s.failures else 0 end, expression = $4,
          header_names = array(select json_array_elements_text($6::json)), sealed = $7, limit_ms = $8::int,
          enabled = $9::boolean, updated_at = now()
        from control.projects p where p.id = s.project_id and p.ref = $1 and s.id = $2::uuid`,
      parameters: [ref, ...valuesOf(settings)],
      expect: 1,
    },
    {
      sql: `update control.schedule_runs set status = 'skipped', reason = 'off', ended_at = now()
        where schedule_id = $1::uuid and status = 'waiting' and cause = 'time' and not $2::boolean`,
      parameters: [settings.id, settings.enabled],
    },
  ]
}

function valuesOf({ id, name, expression, task, header_names, sealed, limit_ms, enabled }: ScheduleSettings) {
  const lists = [JSON.stringify(task), JSON.stringify(header_names)] as const
  return [id, name, expression, lists[0], lists[1], sealed, limit_ms, enabled]
}

export function deleteScheduleRow(ref: string, id: string): ControlStatement {
  return {
    sql: `delete from control.schedules s using control.projects p
      where p.id = s.project_id and p.ref = $1 and s.id = $2::uuid`,
    parameters: [ref, id],
    expect: 1,
  }
}

export function deleteSchedulesOf(ref: string): ControlStatement {
  return {
    sql: 'delete from control.schedules s using control.projects p where p.id = s.project_id and p.ref = $1',
    parameters: [ref],
  }
}

/** Turns one on by its name. */
export function enableSchedule(ref: string, name: string): ControlStatement {
  return {
    sql: `update control.schedules s set enabled = true, next_at = null, updated_at = now()
      from control.projects p where p.id = s.project_id and p.ref = $1 and s.name = $2`,
    parameters: [ref, name],
  }
}
