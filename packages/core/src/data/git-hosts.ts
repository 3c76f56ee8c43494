/** Server data of hosts of source code, and of the repositories of projects. */
import {
  checkGitHost,
  connectGitHost,
  disconnectGitHost,
  getProjectRepository,
  listGitHosts,
  listGitRepositories,
  removeProjectRepository,
  setProjectRepository,
  type ArgumentsOf,
  type Client,
  type GitHost,
  type GitRepository,
  type ProjectRepository,
  type ResponseOf,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { organizationKey } from './organizations.js'
import { projectKey } from './projects.js'

const hostsKey = (slug: string) => [...organizationKey(slug), 'git-hosts']
const auditKey = (slug: string) => [...organizationKey(slug), 'audit']
const repositoryKey = (ref: string) => [...projectKey(ref), 'repository']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']

export function gitHostsQuery(client: Client, slug: string): QueryData<GitHost[]> {
  return {
    key: hostsKey(slug),
    fetch: (signal) => client.call(listGitHosts, { params: { slug } }, { signal }),
  }
}

export function gitHostConnection(
  client: Client,
  slug: string,
): MutationData<ArgumentsOf<typeof connectGitHost>['body'], GitHost> {
  return {
    call: (body) => client.call(connectGitHost, { params: { slug }, body }),
    refreshes: () => [hostsKey(slug), auditKey(slug)],
  }
}

export function gitHostCheck(client: Client, slug: string): MutationData<{ id: string }, GitHost> {
  return {
    call: ({ id }) => client.call(checkGitHost, { params: { slug, id } }),
    refreshes: () => [hostsKey(slug), auditKey(slug)],
  }
}

export function gitHostRemoval(client: Client, slug: string): MutationData<{ id: string }, { id: string }> {
  return {
    call: ({ id }) => client.call(disconnectGitHost, { params: { slug, id } }),
    refreshes: () => [hostsKey(slug), auditKey(slug)],
  }
}

export function projectRepositoryQuery(
  client: Client,
  ref: string,
): QueryData<ResponseOf<typeof getProjectRepository>> {
  return {
    key: repositoryKey(ref),
    fetch: (signal) => client.call(getProjectRepository, { params: { ref } }, { signal }),
  }
}

/** What the token of a host reaches. Each time the host itself is asked. */
export function gitRepositoriesQuery(client: Client, ref: string, id: string): QueryData<GitRepository[]> {
  return {
    key: [...repositoryKey(ref), 'choices', id],
    fetch: (signal) => client.call(listGitRepositories, { params: { ref, id } }, { signal }),
  }
}

export function repositoryChoice(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof setProjectRepository>['body'], ProjectRepository> {
  return {
    call: (body) => client.call(setProjectRepository, { params: { ref }, body }),
    refreshes: () => [repositoryKey(ref), activityKey(ref)],
  }
}

export function repositoryRemoval(client: Client, ref: string): MutationData<void, { ref: string }> {
  return {
    call: () => client.call(removeProjectRepository, { params: { ref } }),
    refreshes: () => [repositoryKey(ref), activityKey(ref)],
  }
}
