/** Server data of the alerts on a project's logs. */
import {
  createLogAlert,
  deleteLogAlert,
  listLogAlertEvents,
  listLogAlerts,
  revealLogAlertSecret,
  testLogAlert,
  updateLogAlert,
  type ArgumentsOf,
  type Client,
  type LogAlert,
  type LogAlertEvent,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const alertsKey = (ref: string) => [...projectKey(ref), 'log-alerts']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']
/** Their state changes by itself. */
const STATE_MS = 10_000

export function logAlertsQuery(client: Client, ref: string): QueryData<LogAlert[]> {
  return {
    key: [...alertsKey(ref), 'list'],
    fetch: (signal) => client.call(listLogAlerts, { params: { ref } }, { signal }),
    refetchMs: STATE_MS,
  }
}

export function logAlertEventsQuery(client: Client, ref: string, id: string): QueryData<LogAlertEvent[]> {
  return {
    key: [...alertsKey(ref), 'events', id],
    fetch: (signal) => client.call(listLogAlertEvents, { params: { ref, id } }, { signal }),
    refetchMs: STATE_MS,
  }
}

export function logAlertCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createLogAlert>['body'], LogAlert> {
  return {
    call: (body) => client.call(createLogAlert, { params: { ref }, body }),
    refreshes: () => [alertsKey(ref), activityKey(ref)],
  }
}

export function logAlertUpdate(
  client: Client,
  ref: string,
): MutationData<{ id: string; body: ArgumentsOf<typeof updateLogAlert>['body'] }, LogAlert> {
  return {
    call: ({ id, body }) => client.call(updateLogAlert, { params: { ref, id }, body }),
    refreshes: () => [alertsKey(ref), activityKey(ref)],
  }
}

export function logAlertDeletion(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteLogAlert, { params: { ref, id } }),
    refreshes: () => [alertsKey(ref), activityKey(ref)],
  }
}

export function logAlertTest(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(testLogAlert, { params: { ref, id } }),
    refreshes: () => [activityKey(ref)],
  }
}

/** Every reveal is a new request, which the platform writes into the audit log. */
export function logAlertSecret(
  client: Client,
  ref: string,
): MutationData<{ id: string }, { secret: string }> {
  return { call: ({ id }) => client.call(revealLogAlertSecret, { params: { ref, id } }) }
}
