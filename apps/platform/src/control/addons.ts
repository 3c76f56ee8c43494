/** The add-ons that projects have, as rows. */
import type { AddonType, EngineKind } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface AddonRow {
  type: AddonType
  variant: string
}

export interface ProjectAddonRow extends AddonRow {
  ref: string
  name: string
  engine: EngineKind
}

export function addonsOfProject(
  control: Pick<ControlDatabase, 'select'>,
  projectId: number,
): Promise<AddonRow[]> {
  return control.select<AddonRow>(
    'select type, variant from control.addons where project_id = $1 order by type',
    [projectId],
  )
}

export function addonsOfOrganization(
  control: Pick<ControlDatabase, 'select'>,
  organizationId: number,
): Promise<ProjectAddonRow[]> {
  return control.select<ProjectAddonRow>(
    `select a.type, a.variant, p.ref, p.name, d.engine from control.addons a
       join control.projects p on p.id = a.project_id
       join control.databases d on d.project_id = p.id and d.type = 'PRIMARY'
     where p.organization_id = $1 order by lower(p.name), p.id, a.type`,
    [organizationId],
  )
}

/** Undefined: the project has no such add-on. */
export async function addonVariantOf(
  control: Pick<ControlDatabase, 'select'>,
  ref: string,
  type: AddonType,
): Promise<string | undefined> {
  const [row] = await control.select<{ variant: string }>(
    `select a.variant from control.addons a join control.projects p on p.id = a.project_id
     where p.ref = $1 and a.type = $2`,
    [ref, type],
  )
  return row?.variant
}

/** Touches no row when the organization is on the free plan. */
export function insertAddon(projectId: number, { type, variant }: AddonRow): ControlStatement {
  return {
    sql: `insert into control.addons as a (project_id, type, variant)
      select p.id, $2, $3 from control.projects p join control.organizations o on o.id = p.organization_id
      where p.id = $1 and o.plan <> 'free'
      on conflict (project_id, type) do update set variant = excluded.variant`,
    parameters: [projectId, type, variant],
    expect: 1,
  }
}

export function deleteAddon(projectId: number, type: string): ControlStatement {
  return {
    sql: 'delete from control.addons where project_id = $1 and type = $2',
    parameters: [projectId, type],
  }
}
