/** Server data of a project's backups. */
import {
  copyBackup,
  createBackup,
  deleteBackup,
  listBackups,
  proveBackup,
  restoreBackup,
  updateBackupSettings,
  type ArgumentsOf,
  type Backup,
  type Backups,
  type Client,
  type ResponseOf,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const backupsKey = (ref: string) => [...projectKey(ref), 'backups']
/** While one is made. */
const FOLLOWED_MS = 2000
/** What is due is made unasked, and the log goes on. */
const LOOKED_AT_MS = 30_000

export function backupsQuery(client: Client, ref: string): QueryData<Backups> {
  return {
    key: backupsKey(ref),
    fetch: (signal) => client.call(listBackups, { params: { ref } }, { signal }),
    refetchMs: (data) =>
      data?.backups.some(({ status }) => status === 'running') ? FOLLOWED_MS : LOOKED_AT_MS,
  }
}

export function backupSettingsChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateBackupSettings>['body'], Backups> {
  return {
    call: (body) => client.call(updateBackupSettings, { params: { ref }, body }),
    store: (queries, backups) => queries.set(backupsQuery(client, ref), backups),
    // With the log the database is restarted.
    refreshes: () => [projectKey(ref)],
  }
}

export function backupCreation(client: Client, ref: string): MutationData<void, Backup> {
  return {
    call: () => client.call(createBackup, { params: { ref } }),
    refreshes: () => [backupsKey(ref)],
  }
}

export function backupProof(client: Client, ref: string): MutationData<{ id: string }, Backup> {
  return {
    call: ({ id }) => client.call(proveBackup, { params: { ref, id } }),
    refreshes: () => [backupsKey(ref)],
  }
}

export function backupRemoval(client: Client, ref: string): MutationData<{ id: string }, Backup> {
  return {
    call: ({ id }) => client.call(deleteBackup, { params: { ref, id } }),
    refreshes: () => [backupsKey(ref)],
  }
}

/** Into a new project of the organization. */
export function backupCopy(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof copyBackup>['body'], ResponseOf<typeof copyBackup>> {
  return {
    call: (body) => client.call(copyBackup, { params: { ref }, body }),
    refreshes: () => [backupsKey(ref), ['organizations']],
  }
}

/** Everything that is known of the project is read again: its tables may be others. */
export function backupRestore(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof restoreBackup>['body'], ResponseOf<typeof restoreBackup>> {
  return {
    call: (body) => client.call(restoreBackup, { params: { ref }, body }),
    refreshes: () => [projectKey(ref)],
  }
}
