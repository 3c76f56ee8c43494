/** Hosts of source code that an organization is connected to by a token, and the repository of a project. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inOrganization, inProject } from './permission.js'

/** Hosts whose API is known. */
export const GIT_HOST_KINDS = ['github', 'gitlab'] as const
/** `github`: github.com or a GitHub Enterprise Server; `gitlab`: gitlab.com or an installation of one’s own. */
export type GitHostKind = (typeof GIT_HOST_KINDS)[number]

/** Where the hosts that everybody knows are. */
export const GIT_HOST_ADDRESSES: Readonly<Record<GitHostKind, string>> = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com',
}

/** A host as a project may choose it. */
export interface GitHostChoice {
  id: string
  kind: GitHostKind
  /** Without a slash at its end. */
  address: string
  /** Whom the host knows the token as. */
  login: string
}

/** A host that an organization is connected to. Its token is never shown. */
export interface GitHost extends GitHostChoice {
  /** Why it does not work; null: the host accepted the token when it was asked last. */
  problem: string | null
  checked_at: string
  inserted_at: string
  /** Address of the member; null: the installation has no accounts. */
  made_by: string | null
  /** Projects that use it. */
  projects: { ref: string; name: string; repository: string; branch: string }[]
}

/** A repository that the token reaches. */
export interface GitRepository {
  /** As the host writes it: `owner/name`, or a path of groups. */
  name: string
  /** Null: it is empty. */
  default_branch: string | null
  is_private: boolean
}

/** The repository of a project. */
export interface ProjectRepository {
  host: GitHostChoice
  repository: string
  branch: string
  inserted_at: string
  made_by: string | null
}

/** How many hosts an organization can have. */
export const GIT_HOSTS_MAX = 10
/** How many repositories are listed: those that were changed last. */
export const GIT_REPOSITORIES_LISTED = 100
const TOKEN_MAX_CHARACTERS = 500

/** What `connectGitHost` takes. */
export const gitHostBody = v.object({
  kind: v.picklist(GIT_HOST_KINDS),
  /** Of its API; empty or absent: the host that everybody knows. */
  address: v.optional(
    v.pipe(
      v.string('The address must be a text'),
      v.trim(),
      v.maxLength(500, 'The address is too long'),
      v.check(
        (text) => text === '' || /^https:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i.test(text),
        'The address must begin with https:// and have no name, query or hash',
      ),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
  ),
  token: v.pipe(
    v.string('The token must be a text'),
    v.trim(),
    v.nonEmpty('Enter the token'),
    v.maxLength(TOKEN_MAX_CHARACTERS, 'The token is too long'),
    v.regex(/^[\x21-\x7e]+$/, 'The token holds a character that no token has'),
  ),
})
/** The name of a repository: parts divided by slashes, none of them `.` or `..`. */
export const repositoryName = v.pipe(
  v.string('The repository must be a text'),
  v.trim(),
  v.nonEmpty('Choose a repository'),
  v.maxLength(400, 'The name of the repository is too long'),
  v.regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)+$/, 'A repository is written as owner/name'),
)
/** The name of a branch of it. */
export const repositoryBranch = v.pipe(
  v.string('The branch must be a text'),
  v.trim(),
  v.maxLength(250, 'The name of the branch is too long'),
  v.check(
    (text) => !/[\s~^:?*[\\\p{Cc}\p{Cs}]|\.\.|@\{|^-|\/$|\.lock$/u.test(text),
    'This is not the name of a branch',
  ),
)
/** What `setProjectRepository` takes. Without a branch: the one that the repository begins with. */
export const projectRepositoryBody = v.object({
  host_id: v.pipe(v.string(), v.uuid('Choose a host')),
  repository: repositoryName,
  branch: v.optional(repositoryBranch),
})

const PATH = '/platform/organizations/{slug}/git-hosts'
const PROJECT_PATH = '/platform/projects/{ref}/repository'
const REQUIRES = { slug: 'Slug is required' }
const REQUIRES_REF = { ref: 'Project ref is required' }

/** The hosts that the organization is connected to. */
export const listGitHosts = endpoint({
  method: 'GET',
  path: PATH,
  access: inOrganization('read', 'integrations'),
  response: gives<GitHost[]>(),
  requires: REQUIRES,
})
/**
 * Connects a host; it is asked first whom it knows the token as. 400 `git_host_unreachable` with the reason, `git_token_refused`;
 * 409 `git_host_taken`, `too_many_git_hosts`.
 */
export const connectGitHost = endpoint({
  method: 'POST',
  path: PATH,
  access: inOrganization('create', 'integrations'),
  audit: true,
  body: gitHostBody,
  response: gives<GitHost>(),
  requires: REQUIRES,
})
/** Asks the host again whether it accepts the token; the answer says what became of it. */
export const checkGitHost = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/check`,
  access: inOrganization('update', 'integrations'),
  audit: true,
  response: gives<GitHost>(),
  requires: REQUIRES,
})
/** Forgets the host and its token. Projects that use it have no repository then. */
export const disconnectGitHost = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inOrganization('delete', 'integrations'),
  audit: true,
  response: gives<{ id: string }>(),
  requires: REQUIRES,
})
/** The repository of a project, and the hosts that it may be chosen from. */
export const getProjectRepository = endpoint({
  method: 'GET',
  path: PROJECT_PATH,
  access: inProject('read', 'project_settings'),
  response: gives<{ connected: ProjectRepository | null; hosts: GitHostChoice[] }>(),
  requires: REQUIRES_REF,
})
/** Repositories of a host, those that were changed last first. 400 `git_host_unreachable`, `git_token_refused`. */
export const listGitRepositories = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/git-hosts/{id}/repositories',
  access: inProject('update', 'project_settings'),
  response: gives<GitRepository[]>(),
  requires: REQUIRES_REF,
})
/** Chooses the repository; the host is asked whether it and the branch are there. 404 `git_repository_not_found`, `git_branch_not_found`. */
export const setProjectRepository = endpoint({
  method: 'PUT',
  path: PROJECT_PATH,
  access: inProject('update', 'project_settings'),
  audit: true,
  body: projectRepositoryBody,
  response: gives<ProjectRepository>(),
  requires: REQUIRES_REF,
})
/** The project has no repository any more. */
export const removeProjectRepository = endpoint({
  method: 'DELETE',
  path: PROJECT_PATH,
  access: inProject('update', 'project_settings'),
  audit: true,
  response: gives<{ ref: string }>(),
  requires: REQUIRES_REF,
})
