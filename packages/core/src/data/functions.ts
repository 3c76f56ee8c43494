/** Server data of the edge functions of a project, and of their secrets. */
import {
  deleteFunction,
  deleteFunctionSecrets,
  deployFunction,
  getFunction,
  getFunctionFiles,
  getFunctionsRuntime,
  getFunctionStats,
  listFunctions,
  listFunctionSecrets,
  listFunctionVersions,
  rollBackFunction,
  searchLogs,
  setFunctionSecrets,
  updateFunction,
  type ArgumentsOf,
  type Client,
  type EdgeFunction,
  type FunctionDeploy,
  type FunctionFile,
  type FunctionSecret,
  type FunctionsRuntime,
  type FunctionStats,
  type FunctionVersion,
  type LogPage,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { projectKey } from './projects.js'

const functionsKey = (ref: string) => [...projectKey(ref), 'edge-functions']
const functionKey = (ref: string, slug: string) => [...functionsKey(ref), 'one', slug]
const secretsKey = (ref: string) => [...projectKey(ref), 'function-secrets']
/** The secrets of functions are those of the vault. */
const vaultKey = (ref: string) => [...projectKey(ref), 'vault']

const STATS_MS = 10_000
const LOGS_MS = 2000

export function functionsQuery(client: Client, ref: string): QueryData<EdgeFunction[]> {
  return {
    key: [...functionsKey(ref), 'list'],
    fetch: (signal) => client.call(listFunctions, { params: { ref } }, { signal }),
  }
}

export function functionQuery(client: Client, ref: string, slug: string): QueryData<EdgeFunction> {
  return {
    key: functionKey(ref, slug),
    fetch: (signal) => client.call(getFunction, { params: { ref, function: slug } }, { signal }),
  }
}

export function functionsRuntimeQuery(client: Client, ref: string): QueryData<FunctionsRuntime> {
  return {
    key: [...functionsKey(ref), 'runtime'],
    fetch: (signal) => client.call(getFunctionsRuntime, { params: { ref } }, { signal }),
  }
}

export function functionStatsQuery(client: Client, ref: string): QueryData<FunctionStats[]> {
  return {
    key: [...functionsKey(ref), 'stats'],
    fetch: (signal) => client.call(getFunctionStats, { params: { ref } }, { signal }),
    refetchMs: STATS_MS,
  }
}

export function functionVersionsQuery(
  client: Client,
  ref: string,
  slug: string,
): QueryData<FunctionVersion[]> {
  return {
    key: [...functionKey(ref, slug), 'versions'],
    fetch: (signal) => client.call(listFunctionVersions, { params: { ref, function: slug } }, { signal }),
  }
}

/** The files of a version never change. */
export function functionFilesQuery(
  client: Client,
  ref: string,
  slug: string,
  version: number,
): QueryData<FunctionFile[]> {
  return {
    key: [...functionKey(ref, slug), 'files', version],
    fetch: (signal) =>
      client.call(getFunctionFiles, { params: { ref, function: slug, number: String(version) } }, { signal }),
    staleMs: Number.POSITIVE_INFINITY,
  }
}

/** What functions said and how they were called, the newest first. @param words what the lines hold, such as a name */
export function functionLogsQuery(client: Client, ref: string, words: string): QueryData<LogPage> {
  return {
    key: [...functionsKey(ref), 'logs', words],
    fetch: (signal) =>
      client.call(searchLogs, { params: { ref }, query: { sources: 'functions', text: words } }, { signal }),
    refetchMs: LOGS_MS,
  }
}

export function functionDeployment(
  client: Client,
  ref: string,
): MutationData<{ slug: string; body: ArgumentsOf<typeof deployFunction>['body'] }, FunctionDeploy> {
  return {
    call: ({ slug, body }) => client.call(deployFunction, { params: { ref, function: slug }, body }),
    refreshes: () => [functionsKey(ref)],
  }
}

export function functionUpdate(
  client: Client,
  ref: string,
): MutationData<{ slug: string; body: ArgumentsOf<typeof updateFunction>['body'] }, EdgeFunction> {
  return {
    call: ({ slug, body }) => client.call(updateFunction, { params: { ref, function: slug }, body }),
    refreshes: () => [functionsKey(ref)],
  }
}

export function functionDeletion(
  client: Client,
  ref: string,
): MutationData<{ slug: string }, { slug: string }> {
  return {
    call: ({ slug }) => client.call(deleteFunction, { params: { ref, function: slug } }),
    // Its own page, which is left now, would ask for what is gone.
    refreshes: () => [
      [...functionsKey(ref), 'list'],
      [...functionsKey(ref), 'stats'],
    ],
  }
}

export function functionRollback(
  client: Client,
  ref: string,
): MutationData<{ slug: string; version: number }, EdgeFunction> {
  return {
    call: ({ slug, version }) =>
      client.call(rollBackFunction, { params: { ref, function: slug, number: String(version) } }),
    refreshes: () => [functionsKey(ref)],
  }
}

export function functionSecretsQuery(client: Client, ref: string): QueryData<FunctionSecret[]> {
  return {
    key: secretsKey(ref),
    fetch: (signal) => client.call(listFunctionSecrets, { params: { ref } }, { signal }),
  }
}

export function functionSecretsChange(
  client: Client,
  ref: string,
): MutationData<{ name: string; value: string }[], FunctionSecret[]> {
  return {
    call: (body) => client.call(setFunctionSecrets, { params: { ref }, body }),
    refreshes: () => [secretsKey(ref), vaultKey(ref)],
  }
}

export function functionSecretsDeletion(
  client: Client,
  ref: string,
): MutationData<string[], FunctionSecret[]> {
  return {
    call: (body) => client.call(deleteFunctionSecrets, { params: { ref }, body }),
    refreshes: () => [secretsKey(ref), vaultKey(ref)],
  }
}
