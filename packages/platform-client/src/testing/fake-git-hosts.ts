/** Hosts of source code on the fake platform: each has two repositories, and a token that begins with `wrong` is refused. */
import {
  checkGitHost,
  connectGitHost,
  disconnectGitHost,
  getProjectRepository,
  GIT_HOST_ADDRESSES,
  GIT_HOSTS_MAX,
  listGitHosts,
  listGitRepositories,
  removeProjectRepository,
  setProjectRepository,
  type GitHost,
  type GitHostChoice,
  type GitRepository,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { organizationOf, projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

/** What every host of the fake has. */
export const FAKE_REPOSITORIES: readonly GitRepository[] = [
  { name: 'acme/shop', default_branch: 'main', is_private: true },
  { name: 'acme/docs', default_branch: 'main', is_private: false },
]
const BRANCHES = ['main', 'next']

export function gitHostRoutes(world: FakeWorld): FakeRoute[] {
  const hostsOf = (slug: string) => world.gitHosts[slug] ?? []
  const withProjects = (slug: string, host: GitHost): GitHost => ({
    ...host,
    projects: world.projects.flatMap(({ project: { ref, name, organization_slug }, repository }) =>
      organization_slug === slug && repository?.host.id === host.id
        ? [{ ref, name, repository: repository.repository, branch: repository.branch }]
        : [],
    ),
  })
  const hostIn = (slug: string, id: string | undefined): GitHost => {
    const found = hostsOf(slug).find((one) => one.id === id)
    if (!found) throw new FakeRefusal(404, 'not_found', 'Source code host not found')
    return found
  }
  const told = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  return [
    fakeRoute(listGitHosts, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      return hostsOf(slug).map((host) => withProjects(slug, host))
    }),
    fakeRoute(connectGitHost, ({ params, body }) => {
      const { slug } = organizationOf(world, params['slug'])
      const address = body.address || GIT_HOST_ADDRESSES[body.kind]
      if (/^https:\/\/(gone|127\.)/.test(address))
        throw new FakeRefusal(400, 'git_host_unreachable', 'The host could not be asked')
      if (body.token.startsWith('wrong'))
        throw new FakeRefusal(400, 'git_token_refused', 'The host refused the token')
      if (hostsOf(slug).some((one) => one.address === address))
        throw new FakeRefusal(409, 'git_host_taken', 'The organization is connected to this host already')
      if (hostsOf(slug).length >= GIT_HOSTS_MAX)
        throw new FakeRefusal(409, 'too_many_git_hosts', 'An organization can have at most 10 hosts')
      const at = tick(world)
      const made: GitHost = {
        id: newId(),
        kind: body.kind,
        address,
        login: 'octavia',
        problem: null,
        checked_at: at,
        inserted_at: at,
        made_by: world.caller.profile.primary_email,
        projects: [],
      }
      world.gitHosts[slug] = [...hostsOf(slug), made]
      record(world, { slug, action: 'git_host.connect', target: address })
      return made
    }),
    fakeRoute(checkGitHost, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const host = hostIn(slug, params['id'])
      host.checked_at = tick(world)
      record(world, { slug, action: 'git_host.check', target: host.address })
      return withProjects(slug, host)
    }),
    fakeRoute(disconnectGitHost, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const { id, address } = hostIn(slug, params['id'])
      world.gitHosts[slug] = hostsOf(slug).filter((one) => one.id !== id)
      for (const project of world.projects) if (project.repository?.host.id === id) project.repository = null
      record(world, { slug, action: 'git_host.disconnect', target: address })
      return { id }
    }),
    fakeRoute(getProjectRepository, ({ params }) => {
      const { project, repository } = projectOf(world, params['ref'])
      return { connected: repository, hosts: hostsOf(project.organization_slug).map(choice) }
    }),
    fakeRoute(listGitRepositories, ({ params }) => {
      hostIn(projectOf(world, params['ref']).project.organization_slug, params['id'])
      return [...FAKE_REPOSITORIES]
    }),
    fakeRoute(setProjectRepository, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      const host = hostIn(found.project.organization_slug, body.host_id)
      const repository = FAKE_REPOSITORIES.find(({ name }) => name === body.repository)
      if (!repository)
        throw new FakeRefusal(404, 'git_repository_not_found', 'The token reaches no such repository')
      const branch = body.branch || 'main'
      if (!BRANCHES.includes(branch))
        throw new FakeRefusal(404, 'git_branch_not_found', 'The repository has no such branch')
      found.repository = {
        host: choice(host),
        repository: repository.name,
        branch,
        inserted_at: tick(world),
        made_by: world.caller.profile.primary_email,
      }
      told(found, 'repository.set', repository.name)
      return found.repository
    }),
    fakeRoute(removeProjectRepository, ({ params }) => {
      const found = projectOf(world, params['ref'])
      if (!found.repository) throw new FakeRefusal(404, 'not_found', 'The project has no repository')
      told(found, 'repository.remove', found.repository.repository)
      found.repository = null
      return { ref: found.project.ref }
    }),
  ]
}

function choice({ id, kind, address, login }: GitHost): GitHostChoice {
  return { id, kind, address, login }
}
