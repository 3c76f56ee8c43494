/** What is told in the inbox of a drain that fails for long, and of one that works again: to those who may change it. */
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import type { LogDrainRow } from '../control/log-drains.js'
import { projectByRef } from '../control/projects.js'
import type { Notice } from '../notifications/notice.js'
import { statementsOf } from '../notifications/notify.js'
import { logDrainText as text } from '../text/log-drains.js'

/** Short failures are usual: a receiver that is updated. */
const TOLD_AFTER_MS = 15 * 60_000

/** @param failingSince milliseconds since 1970; null: it works */
export function isDueToTell(failingSince: number | null, isTold: boolean, now: number): boolean {
  return failingSince !== null && !isTold && now - failingSince >= TOLD_AFTER_MS
}

/** None for a project that is gone. */
export async function drainNotices(
  control: Pick<ControlDatabase, 'select'>,
  { id, ref, name }: Pick<LogDrainRow, 'id' | 'ref' | 'name'>,
  told: { type: 'failing'; reason: string } | { type: 'recovered' },
): Promise<ControlStatement[]> {
  const project = await projectByRef(control as ControlDatabase, ref)
  if (!project) return []
  const isFailing = told.type === 'failing'
  const notice: Notice = {
    name: `log_drain.${told.type}`,
    priority: isFailing ? 'Warning' : 'Info',
    fact: `log_drain.${told.type} ${id}`,
    title: isFailing ? text.notice.failing(name, project.name) : text.notice.recovered(name, project.name),
    message: isFailing ? text.notice.failingBody(told.reason) : text.notice.recoveredBody,
    actions: [{ label: text.notice.open, url: '/project/[ref]/settings/log-drains' }],
    about: { audience: 'audit_logs', organizationId: project.organization_id, projectRef: ref },
  }
  return statementsOf(notice)
}
