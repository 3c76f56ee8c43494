/** Server data of the log drains of a project. */
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  testLogDrain,
  updateLogDrain,
  type ArgumentsOf,
  type Client,
  type LogDrain,
  type LogDrainTest,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const drainsKey = (ref: string) => [...projectKey(ref), 'log-drains']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']
/** Their progress changes by itself. */
const PROGRESS_MS = 5000

export function logDrainsQuery(client: Client, ref: string): QueryData<LogDrain[]> {
  return {
    key: drainsKey(ref),
    fetch: (signal) => client.call(listLogDrains, { params: { ref } }, { signal }),
    refetchMs: PROGRESS_MS,
  }
}

export function logDrainCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createLogDrain>['body'], LogDrain> {
  return {
    call: (body) => client.call(createLogDrain, { params: { ref }, body }),
    refreshes: () => [drainsKey(ref), activityKey(ref)],
  }
}

export function logDrainUpdate(
  client: Client,
  ref: string,
): MutationData<{ id: string; body: ArgumentsOf<typeof updateLogDrain>['body'] }, LogDrain> {
  return {
    call: ({ id, body }) => client.call(updateLogDrain, { params: { ref, id }, body }),
    refreshes: () => [drainsKey(ref), activityKey(ref)],
  }
}

export function logDrainDeletion(client: Client, ref: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(deleteLogDrain, { params: { ref, id } }),
    refreshes: () => [drainsKey(ref), activityKey(ref)],
  }
}

export function logDrainTest(client: Client, ref: string): MutationData<{ id: string }, LogDrainTest> {
  return {
    call: ({ id }) => client.call(testLogDrain, { params: { ref, id } }),
    refreshes: () => [activityKey(ref)],
  }
}
