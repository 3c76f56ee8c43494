/** Hosts of source code and repositories of projects as rows. A host counts in its own organization alone. */
import type {
  GitHost,
  GitHostChoice,
  GitHostKind,
  ProjectRepository,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export const gitTokenPurpose = (id: string): string => `git host ${id}`

export function listGitHostRows(control: ControlDatabase, organizationId: number): Promise<GitHost[]> {
  return control.select<GitHost>(
    `select h.id, h.kind, h.address, h.login, h.problem, h.checked_at, h.created_at as inserted_at, h.made_by,
       coalesce((select json_agg(json_build_object('ref', p.ref, 'name', p.name, 'repository', r.repository,
           'branch', r.branch) order by lower(p.name), p.ref)
         from control.project_repositories r join control.projects p on p.id = r.project_id
         where r.git_host_id = h.id and p.organization_id = h.organization_id), '[]') as projects
     from control.git_hosts h where h.organization_id = $1 order by h.created_at, h.address`,
    [organizationId],
  )
}

/** Those of the organization that the project is in. */
export function gitHostChoices(control: ControlDatabase, ref: string): Promise<GitHostChoice[]> {
  return control.select<GitHostChoice>(
    `select h.id, h.kind, h.address, h.login from control.git_hosts h
       join control.projects p on p.organization_id = h.organization_id
     where p.ref = $1 order by h.created_at, h.address`,
    [ref],
  )
}

/** Undefined: the organization has no such host. */
export async function sealedGitHost(
  control: ControlDatabase,
  organizationId: number,
  id: string,
): Promise<(GitHostChoice & { token: string }) | undefined> {
  const [row] = await control.select<GitHostChoice & { token: string }>(
    `select h.id, h.kind, h.address, h.login, h.token from control.git_hosts h
     where h.organization_id = $1 and h.id = $2`,
    [organizationId, id],
  )
  return row
}

export interface NewGitHost {
  id: string
  kind: GitHostKind
  address: string
  login: string
  /** Sealed. */
  token: string
  by: string | null
}

/** Touches no row where the organization has too many. */
export function insertGitHost(host: NewGitHost, organizationId: number, most: number): ControlStatement {
  return {
    sql: `insert into control.git_hosts (id, organization_id, kind, address, token, login, made_by)
      select $1::uuid, $2::int, $3, $4, $5, $6, $7
      where (select count(*) from control.git_hosts h where h.organization_id = $2::int) < $8::int`,
    parameters: [host.id, organizationId, host.kind, host.address, host.token, host.login, host.by, most],
    expect: 1,
  }
}

export function noteGitHost(id: string, organizationId: number, problem: string | null): ControlStatement {
  return {
    sql: `update control.git_hosts set problem = $3, checked_at = now() where id = $1 and organization_id = $2`,
    parameters: [id, organizationId, problem],
    expect: 1,
  }
}

export function deleteGitHostRow(id: string, organizationId: number): ControlStatement {
  return {
    sql: 'delete from control.git_hosts where id = $1 and organization_id = $2',
    parameters: [id, organizationId],
    expect: 1,
  }
}

export async function repositoryOf(
  control: ControlDatabase,
  ref: string,
): Promise<ProjectRepository | undefined> {
  const [row] = await control.select<ProjectRepository>(
    `select json_build_object('id', h.id, 'kind', h.kind, 'address', h.address, 'login', h.login) as host,
       r.repository, r.branch, r.created_at as inserted_at, r.made_by
     from control.project_repositories r join control.projects p on p.id = r.project_id
       join control.git_hosts h on h.id = r.git_host_id and h.organization_id = p.organization_id
     where p.ref = $1`,
    [ref],
  )
  return row
}

/** Touches no row where the host is of another organization. */
export function setRepository(
  ref: string,
  {
    hostId,
    repository,
    branch,
    by,
  }: { hostId: string; repository: string; branch: string; by: string | null },
): ControlStatement {
  return {
    sql: `insert into control.project_repositories (project_id, git_host_id, repository, branch, made_by)
      select p.id, h.id, $3, $4, $5 from control.projects p
        join control.git_hosts h on h.organization_id = p.organization_id and h.id = $2::uuid
      where p.ref = $1
      on conflict (project_id) do update set git_host_id = excluded.git_host_id, repository = excluded.repository,
        branch = excluded.branch, made_by = excluded.made_by, created_at = now()`,
    parameters: [ref, hostId, repository, branch, by],
    expect: 1,
  }
}

export function deleteRepository(ref: string): ControlStatement {
  return {
    sql: `delete from control.project_repositories r using control.projects p where p.id = r.project_id and p.ref = $1`,
    parameters: [ref],
    expect: 1,
  }
}
