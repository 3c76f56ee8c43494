/** Server data of a project's read replicas. */
import {
  deleteFormerPrimary,
  listReplicas,
  promoteReplica,
  removeReplica,
  restartReplica,
  resyncReplica,
  setupReplica,
  testReplica,
  updateReplicaReads,
  type ArgumentsOf,
  type Client,
  type ReadReplicas,
  type ReplicaTest,
  type ResponseOf,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { isChanging } from '../rules/project/project-status.js'
import { projectKey } from './projects.js'

const replicasKey = (ref: string) => [...projectKey(ref), 'replicas']
/** While one is made, removed or started. */
const FOLLOWED_MS = 1000
/** The lag goes on. */
const LOOKED_AT_MS = 10_000

export function replicasQuery(client: Client, ref: string): QueryData<ReadReplicas> {
  return {
    key: replicasKey(ref),
    fetch: (signal) => client.call(listReplicas, { params: { ref } }, { signal }),
    refetchMs: (data) =>
      data?.replicas.some(({ status }) => isChanging(status)) ? FOLLOWED_MS : LOOKED_AT_MS,
  }
}

const refreshed = (ref: string) => () => [replicasKey(ref), [...projectKey(ref), 'databases']]

export function replicaSetup(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof setupReplica>['body'], ResponseOf<typeof setupReplica>> {
  return {
    call: (body) => client.call(setupReplica, { params: { ref }, body }),
    refreshes: refreshed(ref),
  }
}

const CHANGES = { remove: removeReplica, restart: restartReplica, resync: resyncReplica } as const

export function replicaChange(
  client: Client,
  ref: string,
): MutationData<{ kind: keyof typeof CHANGES; id: string }, ResponseOf<typeof restartReplica>> {
  return {
    call: ({ kind, id }) =>
      client.call(CHANGES[kind], { params: { ref }, body: { database_identifier: id } }),
    refreshes: refreshed(ref),
  }
}

export function replicaTest(client: Client, ref: string): MutationData<{ id: string }, ReplicaTest> {
  return {
    call: ({ id }) => client.call(testReplica, { params: { ref }, body: { database_identifier: id } }),
    refreshes: () => [replicasKey(ref)],
  }
}

/** Everything of the project is read again: its primary is another one. */
export function replicaPromotion(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof promoteReplica>['body'], ResponseOf<typeof promoteReplica>> {
  return {
    call: (body) => client.call(promoteReplica, { params: { ref }, body }),
    refreshes: () => [projectKey(ref)],
  }
}

export function replicaReadsChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateReplicaReads>['body'], ResponseOf<typeof updateReplicaReads>> {
  return {
    call: (body) => client.call(updateReplicaReads, { params: { ref }, body }),
    refreshes: () => [replicasKey(ref)],
  }
}

export function formerRemoval(
  client: Client,
  ref: string,
): MutationData<{ id: string }, ResponseOf<typeof deleteFormerPrimary>> {
  return {
    call: ({ id }) => client.call(deleteFormerPrimary, { params: { ref, former: id } }),
    refreshes: () => [replicasKey(ref)],
  }
}
