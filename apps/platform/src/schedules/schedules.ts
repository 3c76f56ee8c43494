/** Schedules of projects: what members set, and what came of their runs. */
import { randomUUID } from 'node:crypto'
import { nextRun } from '@basedeck/core/rules/schedules'
import {
  SCHEDULE_LIMIT_MS,
  type newSchedule,
  type Schedule,
  type scheduleChanges,
  type ScheduleRun,
  type Schedules as ShownSchedules,
} from '@basedeck/platform-client/contract'
import type * as v from 'valibot'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { addMemberRun, runsOf } from '../control/schedule-runs.js'
import {
  deleteScheduleRow,
  insertSchedule,
  scheduleRow,
  scheduleRows,
  setTimeZoneOf,
  timeZoneOf,
  updateScheduleRow,
  type ScheduleRow,
  type ScheduleSettings,
} from '../control/schedules.js'
import { DomainError } from '../kernel/domain-error.js'
import { newWebhookSecret } from '../outgoing/webhook-signature.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { headersOf } from '../webhooks/header-values.js'
import { openSchedule, sealSchedule, type SealedSchedule } from './sealed-schedule.js'

export interface SchedulesDeps {
  control: ControlDatabase
  box: SecretBox
  /** Looks at what is due. */
  look(): void
  now(): Date
}

type Given = v.InferOutput<typeof newSchedule>
type Changes = v.InferOutput<typeof scheduleChanges>
type Line = (name: string) => ControlStatement

export interface Schedules {
  /** @throws DomainError project_not_found */
  list(ref: string): Promise<ShownSchedules>
  /** @throws DomainError schedule_taken, too_many_schedules, webhook_header_empty */
  create(ref: string, given: Given, line: ControlStatement): Promise<Schedule>
  /** @throws DomainError schedule_not_found, schedule_taken, webhook_header_empty */
  update(ref: string, id: string, changes: Changes, line: Line): Promise<Schedule>
  /** @throws DomainError schedule_not_found */
  remove(ref: string, id: string, line: Line): Promise<void>
  /** @returns id of the run @throws DomainError schedule_not_found, schedule_runs */
  run(ref: string, id: string, line: Line): Promise<string>
  /** @throws DomainError schedule_not_found */
  runs(ref: string, id: string): Promise<ScheduleRun[]>
  /** @throws DomainError schedule_not_found */
  secret(ref: string, id: string, line: Line): Promise<string>
  /** @throws DomainError project_not_found */
  setTimeZone(ref: string, zone: string, line: ControlStatement): Promise<void>
}

export function createSchedules({ control, box, look, now }: SchedulesDeps): Schedules {
  async function one(ref: string, id: string): Promise<ScheduleRow> {
    const row = await scheduleRow(control, ref, id)
    if (!row) throw new DomainError('schedule_not_found')
    return row
  }
  const shown = async (ref: string, id: string) => shownSchedule(await one(ref, id), now())

  return {
    async list(ref) {
      const zone = await timeZoneOf(control, ref)
      if (zone === undefined) throw new DomainError('project_not_found')
      const rows = await scheduleRows(control, ref)
      return { time_zone: zone, schedules: rows.map((row) => shownSchedule(row, now())) }
    },
    async create(ref, given, line) {
      const id = randomUUID()
      const hidden = { secret: newWebhookSecret(), headers: headersOf(given.headers ?? [], {}) }
      const settings = settingsOf(
        id,
        given,
        Object.keys(hidden.headers),
        sealSchedule(box, { ref, id }, hidden),
      )
      const written = await control.write([insertSchedule(ref, settings), line])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'schedule_taken' : 'too_many_schedules')
      look()
      return shown(ref, id)
    },
    async update(ref, id, changes, line) {
      const row = await one(ref, id)
      const hidden = openSchedule(box, row)
      const next: SealedSchedule =
        changes.headers === undefined
          ? hidden
          : { ...hidden, headers: headersOf(changes.headers, hidden.headers) }
      const settings = settingsOf(
        id,
        changedBy(row, changes),
        Object.keys(next.headers),
        sealSchedule(box, { ref, id }, next),
      )
      const written = await control.write([...updateScheduleRow(ref, settings), line(row.name)])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'schedule_taken' : 'schedule_not_found')
      look()
      return shown(ref, id)
    },
    async remove(ref, id, line) {
      const row = await one(ref, id)
      const written = await control.write([deleteScheduleRow(ref, id), line(row.name)])
      if (!written.ok) throw new DomainError('schedule_not_found')
    },
    async run(ref, id, line) {
      const row = await one(ref, id)
      const run = randomUUID()
      const written = await control.write([addMemberRun(run, id, now()), line(row.name)])
      if (!written.ok) throw new DomainError('schedule_runs')
      look()
      return run
    },
    async runs(ref, id) {
      await one(ref, id)
      return runsOf(control, id)
    },
    async secret(ref, id, line) {
      const row = await one(ref, id)
      await control.write([line(row.name)])
      return openSchedule(box, row).secret
    },
    async setTimeZone(ref, zone, line) {
      const written = await control.write([...setTimeZoneOf(ref, zone), line])
      if (!written.ok) throw new DomainError('project_not_found')
      look()
    },
  }
}

function shownSchedule(row: ScheduleRow, now: Date): Schedule {
  const { id, name, expression, task, header_names: headers, limit_ms, enabled } = row
  const { failures, last_run, created_at, updated_at } = row
  const next = () => row.next_at ?? nextRun(expression, row.time_zone, now)?.toISOString() ?? null
  return {
    id,
    name,
    expression,
    task,
    headers,
    limit_ms,
    enabled,
    next_at: enabled ? next() : null,
    failures,
    last_run,
    created_at,
    updated_at,
  }
}

function changedBy(row: ScheduleRow, changes: Changes): Given {
  const { name = row.name, expression = row.expression, task = row.task } = changes
  const { limit_ms = row.limit_ms, enabled = row.enabled } = changes
  return { name, expression, task, limit_ms, enabled }
}

function settingsOf(id: string, given: Given, headerNames: string[], sealed: string): ScheduleSettings {
  const { name, expression, task, limit_ms = SCHEDULE_LIMIT_MS, enabled = true } = given
  return { id, name, expression, task, header_names: headerNames, sealed, limit_ms, enabled }
}
