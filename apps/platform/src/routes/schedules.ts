/** Schedules of a project, and its time zone. No line of the audit log has a header’s value, a body or SQL. */
import {
  createSchedule,
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  revealScheduleSecret,
  runSchedule,
  setTimeZone,
  updateSchedule,
} from '@basedeck/platform-client/contract'
import type { Schedules } from '../schedules/schedules.js'
import type { Mount } from './mount.js'
import { projectLine } from './project-line.js'
import { refuseClosed, type AddressCheck } from './refuse-closed.js'

export function scheduleRoutes(
  mount: Mount,
  { schedules, outgoing }: { schedules: Schedules; outgoing?: AddressCheck },
): void {
  mount.on(listSchedules, ({ project }) => schedules.list(project.ref))

  mount.on(
    createSchedule,
    (call) => {
      const { project, body } = call
      const { name, expression, task } = body
      refuseClosed(outgoing, task.type === 'http' ? task.url : undefined)
      return schedules.create(
        project.ref,
        body,
        projectLine(call, 'schedule.create', name, { expression, task: task.type }),
      )
    },
    201,
  )

  mount.on(updateSchedule, (call) => {
    const { project, params, body } = call
    refuseClosed(outgoing, body.task?.type === 'http' ? body.task.url : undefined)
    return schedules.update(project.ref, params['id'] ?? '', body, (name) =>
      projectLine(call, 'schedule.update', name, { changed: Object.keys(body) }),
    )
  })

  mount.on(deleteSchedule, async (call) => {
    const { id = '' } = call.params
    await schedules.remove(call.project.ref, id, (name) => projectLine(call, 'schedule.delete', name))
    return { id }
  })

  mount.on(
    runSchedule,
    async (call) => ({
      id: await schedules.run(call.project.ref, call.params['id'] ?? '', (name) =>
        projectLine(call, 'schedule.run', name),
      ),
    }),
    202,
  )

  mount.on(listScheduleRuns, ({ project, params }) => schedules.runs(project.ref, params['id'] ?? ''))

  mount.on(revealScheduleSecret, async (call) => ({
    secret: await schedules.secret(call.project.ref, call.params['id'] ?? '', (name) =>
      projectLine(call, 'schedule.reveal_secret', name),
    ),
  }))

  mount.on(setTimeZone, async (call) => {
    const { project, body } = call
    const { time_zone: zone } = body
    await schedules.setTimeZone(
      project.ref,
      zone,
      projectLine(call, 'project.set_time_zone', project.name, { zone }),
    )
    return { time_zone: zone }
  })
}
