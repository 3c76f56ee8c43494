/** Hosts of source code that an organization is connected to, and the repositories of its projects. */
import { randomUUID } from 'node:crypto'
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
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import {
  deleteGitHostRow,
  deleteRepository,
  gitHostChoices,
  gitTokenPurpose,
  insertGitHost,
  listGitHostRows,
  noteGitHost,
  repositoryOf,
  sealedGitHost,
  setRepository,
} from '../control/git-hosts.js'
import { DomainError } from '../kernel/domain-error.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { GitHosts, OpenGitHost } from '../services/git-hosts.js'
import { requestText } from '../text/errors.js'
import type { Mount } from './mount.js'

export interface GitHostRouteDeps {
  control: ControlDatabase
  box: SecretBox
  gitHosts: GitHosts
}

export function gitHostRoutes(mount: Mount, { control, box, gitHosts }: GitHostRouteDeps): void {
  const shown = async (organizationId: number, id: string) => {
    const found = (await listGitHostRows(control, organizationId)).find((one) => one.id === id)
    if (!found) throw new DomainError('not_found', requestText.noSuchGitHost)
    return found
  }
  async function opened(organizationId: number, id: string): Promise<OpenGitHost & { login: string }> {
    const sealed = await sealedGitHost(control, organizationId, id)
    if (!sealed) throw new DomainError('not_found', requestText.noSuchGitHost)
    return { ...sealed, token: box.open(sealed.token, gitTokenPurpose(id)) }
  }

  mount.on(listGitHosts, ({ organization }) => listGitHostRows(control, organization.id))

  mount.on(
    connectGitHost,
    async ({ caller, organization, body, origin }) => {
      const { kind, token } = body
      const address = body.address || GIT_HOST_ADDRESSES[kind]
      const login = await gitHosts.login({ kind, address, token })
      const id = randomUUID()
      const sealed = box.seal(token, gitTokenPurpose(id))
      const written = await control.write([
        insertGitHost(
          { id, kind, address, login, token: sealed, by: caller.email },
          organization.id,
          GIT_HOSTS_MAX,
        ),
        auditStatement(caller, origin, {
          action: 'git_host.connect',
          target: address,
          organizationId: organization.id,
          detail: { kind, login },
        }),
      ])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'git_host_taken' : 'too_many_git_hosts')
      return shown(organization.id, id)
    },
    201,
  )

  mount.on(checkGitHost, async ({ caller, organization, params, origin }) => {
    const id = params['id'] ?? ''
    const host = await opened(organization.id, id)
    const problem = await gitHosts.login(host).then(
      (login) => (login === host.login ? null : requestText.otherGitLogin(login)),
      (error: unknown) => {
        if (error instanceof DomainError) return error.message
        throw error
      },
    )
    await control.write([
      noteGitHost(id, organization.id, problem),
      auditStatement(caller, origin, {
        action: 'git_host.check',
        target: host.address,
        organizationId: organization.id,
        detail: { works: problem === null },
      }),
    ])
    return shown(organization.id, id)
  })

  mount.on(disconnectGitHost, async ({ caller, organization, params, origin }) => {
    const { id, address, login } = await shown(organization.id, params['id'] ?? '')
    const written = await control.write([
      deleteGitHostRow(id, organization.id),
      auditStatement(caller, origin, {
        action: 'git_host.disconnect',
        target: address,
        organizationId: organization.id,
        detail: { login },
      }),
    ])
    if (!written.ok) throw new DomainError('not_found', requestText.noSuchGitHost)
    return { id }
  })

  mount.on(getProjectRepository, async ({ project }) => ({
    connected: (await repositoryOf(control, project.ref)) ?? null,
    hosts: await gitHostChoices(control, project.ref),
  }))

  mount.on(listGitRepositories, async ({ project, params }) =>
    gitHosts.repositories(await opened(project.organization.id, params['id'] ?? '')),
  )

  mount.on(setProjectRepository, async ({ caller, project, body, origin }) => {
    const host = await opened(project.organization.id, body.host_id)
    const found = await gitHosts.repository(host, body.repository)
    if (!found) throw new DomainError('git_repository_not_found')
    const branch = body.branch || found.default_branch
    if (!branch || !(await gitHosts.hasBranch(host, found.name, branch)))
      throw new DomainError('git_branch_not_found')
    const written = await control.write([
      setRepository(project.ref, {
        hostId: body.host_id,
        repository: found.name,
        branch,
        by: caller.email,
      }),
      auditStatement(caller, origin, {
        action: 'repository.set',
        target: found.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { host: host.address, branch },
      }),
    ])
    const connected = written.ok ? await repositoryOf(control, project.ref) : undefined
    if (!connected) throw new DomainError('not_found', requestText.noSuchGitHost)
    return connected
  })

  mount.on(removeProjectRepository, async ({ caller, project, origin }) => {
    const connected = await repositoryOf(control, project.ref)
    if (!connected) throw new DomainError('not_found', requestText.noRepository)
    const written = await control.write([
      deleteRepository(project.ref),
      auditStatement(caller, origin, {
        action: 'repository.remove',
        target: connected.repository,
        organizationId: project.organization.id,
        projectRef: project.ref,
      }),
    ])
    if (!written.ok) throw new DomainError('not_found', requestText.noRepository)
    return { ref: project.ref }
  })
}
