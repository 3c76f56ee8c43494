/** The version that is served, and the newest one. */
import {
  getCliRelease,
  getDeploymentCommit,
  type Client,
  type CliRelease,
  type DeploymentCommit,
} from '@basedeck/platform-client'
import { PUBLIC_KEY } from './account.js'
import type { QueryData } from '../kernel/query-store.js'

/** SPEC §9. */
const VERSION_STALE_MS = 10 * 60_000

export function deploymentCommitQuery(client: Client): QueryData<DeploymentCommit> {
  return {
    key: [...PUBLIC_KEY, 'deployment-commit'],
    fetch: (signal) => client.call(getDeploymentCommit, {}, { signal }),
    staleMs: VERSION_STALE_MS,
    refetchMs: VERSION_STALE_MS,
  }
}

export function cliReleaseQuery(client: Client): QueryData<CliRelease> {
  return {
    key: [...PUBLIC_KEY, 'cli-release'],
    fetch: (signal) => client.call(getCliRelease, {}, { signal }),
    staleMs: VERSION_STALE_MS,
  }
}
