/** Server data of the schedules of a project. */
import {
  createSchedule,
  deleteSchedule,
  listScheduleRuns,
  listSchedules,
  revealScheduleSecret,
  runSchedule,
  setTimeZone,
  updateSchedule,
  type ArgumentsOf,
  type Client,
  type Schedule,
  type ScheduleRun,
  type Schedules,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const schedulesKey = (ref: string) => [...projectKey(ref), 'schedules']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']
const refreshes = (ref: string) => () => [schedulesKey(ref), activityKey(ref)]
/** While the page is open: next times pass. */
const LIST_MS = 15_000
/** While runs are looked at. */
const RUNS_MS = 2000

export function schedulesQuery(client: Client, ref: string): QueryData<Schedules> {
  return {
    key: [...schedulesKey(ref), 'list'],
    fetch: (signal) => client.call(listSchedules, { params: { ref } }, { signal }),
    refetchMs: LIST_MS,
  }
}

export function scheduleRunsQuery(client: Client, ref: string, id: string): QueryData<ScheduleRun[]> {
  return {
    key: [...schedulesKey(ref), 'runs', id],
    fetch: (signal) => client.call(listScheduleRuns, { params: { ref, id } }, { signal }),
    refetchMs: RUNS_MS,
  }
}

export function scheduleCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createSchedule>['body'], Schedule> {
  return {
    call: (body) => client.call(createSchedule, { params: { ref }, body }),
    refreshes: refreshes(ref),
  }
}

export function scheduleUpdate(
  client: Client,
  ref: string,
): MutationData<{ id: string; body: ArgumentsOf<typeof updateSchedule>['body'] }, Schedule> {
  return {
    call: ({ id, body }) => client.call(updateSchedule, { params: { ref, id }, body }),
    refreshes: refreshes(ref),
  }
}

export function scheduleDeletion(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteSchedule, { params: { ref, id } }),
    refreshes: refreshes(ref),
  }
}

export function scheduleRunning(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(runSchedule, { params: { ref, id } }),
    refreshes: refreshes(ref),
  }
}

/** Every reveal is a new request, which the platform writes into the audit log. */
export function scheduleSecret(
  client: Client,
  ref: string,
): MutationData<{ id: string }, { secret: string }> {
  return { call: ({ id }) => client.call(revealScheduleSecret, { params: { ref, id } }) }
}

export function timeZoneSetting(
  client: Client,
  ref: string,
): MutationData<{ time_zone: string }, { time_zone: string }> {
  return {
    call: (body) => client.call(setTimeZone, { params: { ref }, body }),
    refreshes: refreshes(ref),
  }
}
