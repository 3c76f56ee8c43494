/**
 * Asks hosts of source code by their documented APIs: GitHub's REST API (2022-11-28) and GitLab's REST API (v4). Every call goes the
 * checked way out, follows no redirect, and sends the token to the host's own address alone.
 */
import {
  GIT_REPOSITORIES_LISTED,
  type GitHostKind,
  type GitRepository,
} from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import { requestText } from '../text/errors.js'

/** A host with its opened token. */
export interface OpenGitHost {
  kind: GitHostKind
  /** Without a slash at its end. */
  address: string
  token: string
}

/** Each throws DomainError git_host_unreachable, git_token_refused. */
export interface GitHosts {
  /** Whom the host knows the token as. */
  login(host: OpenGitHost): Promise<string>
  /** The ones that were changed last first. */
  repositories(host: OpenGitHost): Promise<GitRepository[]>
  /** Undefined: the repository does not exist, or the token may not read it. */
  repository(host: OpenGitHost, name: string): Promise<GitRepository | undefined>
  hasBranch(host: OpenGitHost, repository: string, branch: string): Promise<boolean>
}

const LIMITS = { wholeMs: 10_000, answerBytes: 4 * 1024 * 1024, redirects: 0 }

interface Dialect {
  headers(token: string): Record<string, string>
  login: { path: string; read(answer: Answer): unknown }
  repositories: string
  repository(name: string): string
  branch(repository: string, branch: string): string
  read(answer: Answer): { name: unknown; default_branch: unknown; is_private: boolean }
}
type Answer = Readonly<Record<string, unknown>>

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const DIALECTS: Readonly<Record<GitHostKind, Dialect>> = {
  github: {
    headers: (token) => ({
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    }),
    login: { path: '/user', read: ({ login }) => login },
    repositories: `/user/repos?sort=pushed&per_page=${GIT_REPOSITORIES_LISTED}`,
    repository: (name) => `/repos/${encoded(name)}`,
    branch: (name, branch) => `/repos/${encoded(name)}/branches/${encodeURIComponent(branch)}`,
    read: ({ full_name, default_branch, private: isPrivate }) => ({
      name: full_name,
      default_branch,
      is_private: isPrivate === true,
    }),
  },
  gitlab: {
    headers: (token) => ({ accept: 'application/json', 'private-token': token }),
    login: { path: '/api/v4/user', read: ({ username }) => username },
    repositories: `/api/v4/projects?membership=true&order_by=last_activity_at&per_page=${GIT_REPOSITORIES_LISTED}`,
    repository: (name) => `/api/v4/projects/${encodeURIComponent(name)}`,
    branch: (name, branch) =>
      `/api/v4/projects/${encodeURIComponent(name)}/repository/branches/${encodeURIComponent(branch)}`,
    read: ({ path_with_namespace, default_branch, visibility }) => ({
      name: path_with_namespace,
      default_branch,
      is_private: visibility !== 'public',
    }),
  },
}

export function createGitHosts({ outgoing }: { outgoing: Pick<Outgoing, 'call'> }): GitHosts {
  /** Undefined: 404. */
  async function ask({ kind, address, token }: OpenGitHost, path: string): Promise<unknown> {
    const { status, body } = await outgoing
      .call({ url: address + path, headers: DIALECTS[kind].headers(token), limits: LIMITS })
      .catch((cause: unknown) => {
        if (cause instanceof OutgoingError) throw unreachable(cause.message, cause)
        throw cause
      })
    if (status === 404) return undefined
    if (status === 401 || status === 403) throw new DomainError('git_token_refused')
    if (status !== 200) throw unreachable(requestText.gitStatus(status))
    return parsed(body)
  }
  return {
    async login(host) {
      const { login } = DIALECTS[host.kind]
      const name = login.read(objectOf(await ask(host, login.path)))
      if (typeof name !== 'string' || name === '') throw unreachable(requestText.noGitApi)
      return name
    },
    async repositories(host) {
      const list = await ask(host, DIALECTS[host.kind].repositories)
      if (!Array.isArray(list)) throw unreachable(requestText.noGitApi)
      return list.slice(0, GIT_REPOSITORIES_LISTED).flatMap((one) => repositoryIn(host.kind, one) ?? [])
    },
    async repository(host, name) {
      return repositoryIn(host.kind, await ask(host, DIALECTS[host.kind].repository(name)))
    },
    async hasBranch(host, repository, branch) {
      return (await ask(host, DIALECTS[host.kind].branch(repository, branch))) !== undefined
    },
  }
}

function repositoryIn(kind: GitHostKind, answer: unknown): GitRepository | undefined {
  const { name, default_branch, is_private } = DIALECTS[kind].read(objectOf(answer))
  if (typeof name !== 'string') return undefined
  return { name, default_branch: typeof default_branch === 'string' ? default_branch : null, is_private }
}

function objectOf(answer: unknown): Answer {
  return typeof answer === 'object' && answer !== null ? (answer as Answer) : {}
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch (cause) {
    throw unreachable(requestText.noGitApi, cause)
  }
}

function unreachable(reason: string, cause?: unknown): DomainError {
  return new DomainError('git_host_unreachable', requestText.gitUnreachable(reason), { cause })
}
