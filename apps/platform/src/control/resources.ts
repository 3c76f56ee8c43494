/** The organization or project that a call names, as the gate needs it. */
import type { ControlDatabase } from './control-database.js'

export interface OrganizationResource {
  id: number
  slug: string
  name: string
}

/** A project and the organization it belongs to. */
export interface ProjectResource {
  id: number
  ref: string
  name: string
  organization: OrganizationResource
}

/** A branch is a separate project; the branch main is the parent project itself. */
export interface BranchResource {
  /** Of the branch's own project. */
  ref: string
  /** The parent project. */
  project: ProjectResource
}

/** @param idOrRef the branch's own id, or the ref of its project */
export async function findBranch(
  control: ControlDatabase,
  idOrRef: string,
): Promise<BranchResource | undefined> {
  const [row] = await control.selectOften<BranchResource>(
    `select own.ref, json_build_object('id', p.id, 'ref', p.ref, 'name', p.name, 'organization',
       json_build_object('id', o.id, 'slug', o.slug, 'name', o.name)) as project
     from control.branches b join control.projects own on own.id = b.project_id
       join control.projects p on p.id = b.parent_project_id
       join control.organizations o on o.id = p.organization_id where b.id::text = $1 or own.ref = $1`,
    [idOrRef],
  )
  return row
}

export async function findOrganization(
  control: ControlDatabase,
  slug: string,
): Promise<OrganizationResource | undefined> {
  const [row] = await control.selectOften<OrganizationResource>(
    'select id, slug, name from control.organizations where slug = $1',
    [slug],
  )
  return row
}

export async function findProject(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<ProjectResource | undefined> {
  const [row] = await control.selectOften<ProjectResource>(
    `select p.id, p.ref, p.name, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as organization
     from control.projects p join control.organizations o on o.id = p.organization_id where p.ref = $1`,
    [ref],
  )
  return row
}
