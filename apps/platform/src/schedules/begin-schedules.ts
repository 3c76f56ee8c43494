/** What a process does for schedules: it begins their runs, keeps what came of them, and tells who must know. */
import { SCHEDULE_FAILURES_TOLD } from '@basedeck/platform-client/contract'
import { projectByRef } from '../control/projects.js'
import type { ClaimedRun, RunEnd } from '../control/schedule-runs.js'
import { runLine } from '../log-lines/work-lines.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { Notify } from '../notifications/notice.js'
import { scheduleFailing } from '../notifications/notices.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { scheduleText } from '../text/schedules.js'
import { keepScheduled, type KeepScheduledDeps, type Scheduled } from './keep-scheduled.js'
import { performRun, type PerformDeps } from './perform-run.js'
import { createSchedules, type Schedules } from './schedules.js'

export interface BeginSchedulesDeps
  extends
    Omit<PerformDeps, 'database' | 'box'>,
    Pick<KeepScheduledDeps, 'control' | 'installationId' | 'log'> {
  box: SecretBox
  life: Pick<ProjectLife, 'database' | 'isHere'>
  notify: Notify
  writeLine: WriteLine
}

/** Nothing is begun before the first `look`. */
export function beginSchedules(deps: BeginSchedulesDeps): { schedules: Schedules; scheduled: Scheduled } {
  const { control, box, life, notify, writeLine, log, now } = deps

  async function tellFailing({ ref, schedule_id: id, name }: ClaimedRun, end: RunEnd, failures: number) {
    const project = await projectByRef(control, ref)
    if (project)
      await notify(scheduleFailing(project, { id, name, failures, reason: scheduleText.reason(end) }))
  }

  const scheduled = keepScheduled({
    ...deps,
    perform: (run, signal) => performRun({ ...deps, database: life.database }, run, signal),
    onEnded(run, end, failures) {
      writeLine(runLine(run, end, now().getTime()))
      if (failures !== SCHEDULE_FAILURES_TOLD) return
      tellFailing(run, end, failures).catch((error: unknown) =>
        log.warn({ err: error, project: run.ref }, 'that a schedule fails could not be told'),
      )
    },
  })
  return {
    schedules: createSchedules({ control, box, look: () => void scheduled.look(), now }),
    scheduled,
  }
}
