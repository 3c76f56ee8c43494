/** The organization or project that a call names, as the gate needs it. */
import type { ControlDatabase } from './control-database.js'

export interface OrganizationPlace {
  id: number
  slug: string
  name: string
}

/** Where a project stands: its row, and the organization it belongs to. */
export interface ProjectPlace {
  id: number
  ref: string
  name: string
  organization: OrganizationPlace
}

/** A branch is a project beside the one that it is a branch of; the branch main is that one itself. */
export interface BranchPlace {
  /** Of the branch. */
  ref: string
  /** It is a branch of this. */
  project: ProjectPlace
}

export async function findBranch(control: ControlDatabase, ref: string): Promise<BranchPlace | undefined> {
  const [row] = await control.selectOften<BranchPlace>(
    `select b.ref, json_build_object('id', p.id, 'ref', p.ref, 'name', p.name, 'organization',
       json_build_object('id', o.id, 'slug', o.slug, 'name', o.name)) as project
     from control.projects b join control.projects p on p.ref = coalesce(b.parent_ref, b.ref)
       join control.organizations o on o.id = p.organization_id where b.ref = $1`,
    [ref],
  )
  return row
}

export async function findOrganization(
  control: ControlDatabase,
  slug: string,
): Promise<OrganizationPlace | undefined> {
  const [row] = await control.selectOften<OrganizationPlace>(
    'select id, slug, name from control.organizations where slug = $1',
    [slug],
  )
  return row
}

export async function findProject(control: ControlDatabase, ref: string): Promise<ProjectPlace | undefined> {
  const [row] = await control.selectOften<ProjectPlace>(
    `select p.id, p.ref, p.name, json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) as organization
     from control.projects p join control.organizations o on o.id = p.organization_id where p.ref = $1`,
    [ref],
  )
  return row
}
