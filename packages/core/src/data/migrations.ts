/** Server data of migrations: the history, the one in progress, and what no migration explains. */
import {
  addToMigrationDraft,
  cancelQuery,
  createMigration,
  findDrift,
  getMigration,
  getMigrationDraft,
  listMigrations,
  listMigrationStatements,
  revertMigration,
  updateMigrationDraft,
  type Client,
  type MigrationDetail,
  type MigrationDraft,
  type MigrationHistory,
  type SchemaDrift,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const migrationsKey = (ref: string) => [...projectKey(ref), 'migrations']

export function migrationsQuery(client: Client, ref: string): QueryData<MigrationHistory> {
  return {
    key: [...migrationsKey(ref), 'list'],
    fetch: (signal) => client.call(listMigrations, { params: { ref } }, { signal }),
  }
}

export function migrationQuery(client: Client, ref: string, version: string): QueryData<MigrationDetail> {
  return {
    key: [...migrationsKey(ref), 'one', version],
    fetch: (signal) => client.call(getMigration, { params: { ref, version } }, { signal }),
  }
}

/** The whole history with its SQL, the oldest first. */
export function migrationStatementsQuery(client: Client, ref: string): QueryData<MigrationDetail[]> {
  return {
    key: [...migrationsKey(ref), 'statements'],
    fetch: (signal) => client.call(listMigrationStatements, { params: { ref } }, { signal }),
  }
}

export function migrationDraftQuery(client: Client, ref: string): QueryData<MigrationDraft> {
  return {
    key: [...migrationsKey(ref), 'draft'],
    fetch: (signal) => client.call(getMigrationDraft, { params: { ref } }, { signal }),
  }
}

/** What a new migration is made of. */
export interface NewMigration {
  name: string
  sql: string
  version?: string | undefined
  mode: 'run' | 'record'
  runId: string
  draft_version?: string | undefined
}

export function migrationCreation(client: Client, ref: string): MutationData<NewMigration, MigrationDetail> {
  return {
    call: (body) => client.call(createMigration, { params: { ref }, body }),
    refreshes: () => [migrationsKey(ref)],
  }
}

/** Ends a migration that runs. @throws PlatformError */
export async function cancelMigration(client: Client, ref: string, runId: string): Promise<void> {
  await client.call(cancelQuery, { params: { ref, runId } })
}

export function migrationReverting(client: Client, ref: string): MutationData<string, unknown> {
  return {
    call: (version) => client.call(revertMigration, { params: { ref, version } }),
    refreshes: () => [migrationsKey(ref)],
  }
}

export function draftUpdate(
  client: Client,
  ref: string,
): MutationData<{ sql: string; expected_version: string }, MigrationDraft> {
  return {
    call: (body) => client.call(updateMigrationDraft, { params: { ref }, body }),
    refreshes: () => [migrationDraftQuery(client, ref).key],
  }
}

/** Adds SQL to the migration in progress. @throws PlatformError */
export async function addToDraft(client: Client, ref: string, sql: string): Promise<void> {
  await client.call(addToMigrationDraft, { params: { ref }, body: { sql } })
}

/** Compares the database with its history. @throws PlatformError */
export function driftOf(client: Client, ref: string, signal: AbortSignal): Promise<SchemaDrift> {
  return client.call(findDrift, { params: { ref } }, { signal })
}
