/** Server data of a project's data API: its settings, and what of the database it opens. */
import {
  getDataApiConfig,
  getDatabaseTypes,
  newId,
  queryBatch,
  updateDataApiConfig,
  type ArgumentsOf,
  type Client,
  type DataApiConfig,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import {
  apiDetailIn,
  apiFunctionStatement,
  apiObjectsIn,
  apiObjectsStatement,
  apiTableStatement,
  dataApiReachIn,
  dataApiReachStatement,
  EXPOSABLE_SCHEMAS_STATEMENT,
  rlsStatement,
  serviceLoginStatement,
  type ApiFunction,
  type ApiObject,
  type ApiRole,
  type ApiTable,
  type DataApiReach,
} from '../sql/index.js'
import { catalogueKey } from './catalogue.js'
import { projectKey } from './projects.js'
import { rowsOf } from './rows.js'

const dataApiKey = (ref: string) => [...projectKey(ref), 'data-api']

export function dataApiQuery(client: Client, ref: string): QueryData<DataApiConfig> {
  return {
    key: dataApiKey(ref),
    fetch: (signal) => client.call(getDataApiConfig, { params: { ref } }, { signal }),
  }
}

export function dataApiChange(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof updateDataApiConfig>['body'], DataApiConfig> {
  return {
    call: (body) => client.call(updateDataApiConfig, { params: { ref }, body }),
    store: (queries, config) => queries.set(dataApiQuery(client, ref), config),
    // Whether it is on is told of the project too.
    refreshes: () => [projectKey(ref)],
  }
}

/** The list is read again each time that it is looked at: grants change in other programs too. */
export function dataApiReachQuery(
  client: Client,
  ref: string,
  schemas: readonly string[],
): QueryData<DataApiReach> {
  return {
    key: [...catalogueKey(ref), 'data-api-reach', schemas],
    fetch: async (signal) =>
      dataApiReachIn(await rowsOf(client, ref, dataApiReachStatement(schemas), signal)),
    staleMs: 0,
  }
}

export function exposableSchemasQuery(client: Client, ref: string): QueryData<string[]> {
  return {
    key: [...catalogueKey(ref), 'exposable-schemas'],
    fetch: async (signal) =>
      (await rowsOf(client, ref, EXPOSABLE_SCHEMAS_STATEMENT, signal)).map(([name]) => name ?? ''),
  }
}

/** Whether the services can sign in to a database that was added by its URL. */
export function serviceLoginQuery(client: Client, ref: string): QueryData<boolean> {
  return {
    key: [...catalogueKey(ref), 'service-login'],
    fetch: async (signal) => (await rowsOf(client, ref, serviceLoginStatement(ref), signal))[0]?.[0] === 't',
  }
}

/** What the role reaches of the exposed schemas. */
export function apiObjectsQuery(
  client: Client,
  ref: string,
  schemas: readonly string[],
  role: ApiRole,
): QueryData<ApiObject[]> {
  return {
    key: [...catalogueKey(ref), 'api-objects', schemas, role],
    fetch: async (signal) =>
      apiObjectsIn(await rowsOf(client, ref, apiObjectsStatement(schemas, role), signal)),
  }
}

/** The types of what is exposed, for typed clients. It is made anew each time. */
export function databaseTypesReading(client: Client, ref: string): MutationData<void, string> {
  return {
    call: async () => (await client.call(getDatabaseTypes, { params: { ref }, query: {} })).types,
  }
}

/** A table, view or function in detail. */
export type ApiDetail = { type: 'table'; table: ApiTable } | { type: 'function'; function: ApiFunction }

/** Null: it is gone. */
export function apiDetailQuery(
  client: Client,
  ref: string,
  { id, kind }: Pick<ApiObject, 'id' | 'kind'>,
  role: ApiRole,
): QueryData<ApiDetail | null> {
  return {
    key: [...catalogueKey(ref), 'api-detail', kind, id, role],
    async fetch(signal) {
      if (kind === 'function') {
        const found = apiDetailIn<ApiFunction>(await rowsOf(client, ref, apiFunctionStatement(id), signal))
        return found && { type: 'function', function: found }
      }
      const found = apiDetailIn<ApiTable>(await rowsOf(client, ref, apiTableStatement(id, role), signal))
      return found && { type: 'table', table: found }
    },
  }
}

/** Turns row-level security on. What reads the catalogue is fetched again. */
export function rlsEnabling(
  client: Client,
  ref: string,
): MutationData<{ schema: string; name: string }, unknown> {
  return {
    call: (table) =>
      client.call(queryBatch, {
        params: { ref },
        body: { statements: [{ query: rlsStatement(table, true).sql }], runId: newId() },
      }),
    refreshes: () => [catalogueKey(ref)],
  }
}
