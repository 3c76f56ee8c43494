/** Schedules of the fake platform's projects. Nothing runs at its time; a run that is asked for has succeeded at once. */
import {
  createSchedule,
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  revealScheduleSecret,
  runSchedule,
  SCHEDULE_LIMIT_MS,
  SCHEDULES_MAX,
  setTimeZone,
  updateSchedule,
  type Schedule,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeSchedule, type FakeWorld } from './fake-world.js'

/** Every schedule of the fake is next due then. */
const NEXT_AT = '2099-01-01T00:00:00.000Z'

export function scheduleRoutes(world: FakeWorld): FakeRoute[] {
  const told = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  const of = (ref: string | undefined) => (projectOf(world, ref).schedules ??= [])
  const one = ({ ref, id }: Record<string, string>) => {
    const found = of(ref).find(({ shown }) => shown.id === id)
    if (!found) throw new FakeRefusal(404, 'schedule_not_found', 'The project has no such schedule')
    return found
  }
  const refuseTaken = (ref: string | undefined, name: string) => {
    if (of(ref).some(({ shown }) => shown.name === name))
      throw new FakeRefusal(409, 'schedule_taken', 'There is a schedule of this name already')
  }
  return [
    fakeRoute(listSchedules, ({ params }) => ({
      time_zone: projectOf(world, params['ref']).timeZone ?? 'UTC',
      schedules: of(params['ref'])
        .map(shownNow)
        .toSorted((first, other) => (first.name < other.name ? -1 : 1)),
    })),
    fakeRoute(createSchedule, ({ params, body }) => {
      const { headers = [], limit_ms = SCHEDULE_LIMIT_MS, enabled = true, ...given } = body
      refuseTaken(params['ref'], given.name)
      if (of(params['ref']).length >= SCHEDULES_MAX)
        throw new FakeRefusal(
          409,
          'too_many_schedules',
          'A project can have at most 100 schedules; delete one first',
        )
      const at = tick(world)
      const shown: Schedule = {
        id: newId(),
        ...given,
        headers: namesOf(headers, []),
        limit_ms,
        enabled,
        next_at: null,
        failures: 0,
        last_run: null,
        created_at: at,
        updated_at: at,
      }
      const made: FakeSchedule = { shown, secret: `whsec_${newId()}`, runs: [] }
      of(params['ref']).push(made)
      told(projectOf(world, params['ref']), 'schedule.create', given.name)
      return shownNow(made)
    }),
    fakeRoute(updateSchedule, ({ params, body }) => {
      const found = one(params)
      const { shown } = found
      const { headers, ...changes } = body
      if (changes.name !== undefined && changes.name !== shown.name) refuseTaken(params['ref'], changes.name)
      const names = headers && namesOf(headers, shown.headers)
      told(projectOf(world, params['ref']), 'schedule.update', shown.name)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      Object.assign(shown, given, names && { headers: names }, { updated_at: tick(world) })
      return shownNow(found)
    }),
    fakeRoute(deleteSchedule, ({ params }) => {
      const found = one(params)
      const project = projectOf(world, params['ref'])
      project.schedules = of(params['ref']).filter((known) => known !== found)
      told(project, 'schedule.delete', found.shown.name)
      return { id: found.shown.id }
    }),
    fakeRoute(runSchedule, ({ params }) => {
      const { shown, runs } = one(params)
      if (runs.some(({ status }) => status === 'waiting' || status === 'running'))
        throw new FakeRefusal(409, 'schedule_runs', 'A run of this schedule is under way; wait for its end')
      const [id, at] = [newId(), tick(world)]
      runs.unshift({
        id,
        cause: 'member',
        status: 'succeeded',
        due_at: at,
        begun_at: at,
        ended_at: at,
        attempts: 1,
        took_ms: 1,
        code: shown.task.type === 'sql' ? null : 200,
        rows: shown.task.type === 'sql' ? 1 : null,
        reason: null,
        answer: null,
      })
      told(projectOf(world, params['ref']), 'schedule.run', shown.name)
      return { id }
    }),
    fakeRoute(listScheduleRuns, ({ params }) => one(params).runs),
    fakeRoute(revealScheduleSecret, ({ params }) => {
      const { shown, secret } = one(params)
      told(projectOf(world, params['ref']), 'schedule.reveal_secret', shown.name)
      return { secret }
    }),
    fakeRoute(setTimeZone, ({ params, body }) => {
      const project = projectOf(world, params['ref'])
      project.timeZone = body.time_zone
      told(project, 'project.set_time_zone', project.project.name)
      return { time_zone: body.time_zone }
    }),
  ]
}

function shownNow({ shown, runs }: FakeSchedule): Schedule {
  return {
    ...shown,
    next_at: shown.enabled ? NEXT_AT : null,
    last_run: runs.find(({ ended_at }) => ended_at !== null) ?? null,
  }
}

function namesOf(
  given: readonly { name: string; value?: string | undefined }[],
  known: readonly string[],
): string[] {
  return given.map(({ name, value }) => {
    if (value === undefined && !known.includes(name))
      throw new FakeRefusal(400, 'webhook_header_empty', `Enter a value for the header ${name}`)
    return name
  })
}
