/** Settings of a project's data API. */
import {
  getDataApiConfig,
  getDatabaseTypes,
  updateDataApiConfig,
  type DataApiConfig,
} from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { changeDataApi, dataApiConfigOf } from '../control/data-api-settings.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { typesOfDatabase } from '../services/database-types.js'
import type { Mount } from './mount.js'

export interface DataApiRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database'>
}

export function dataApiRoutes(mount: Mount, { control, life }: DataApiRouteDeps): void {
  const stored = async (ref: string): Promise<DataApiConfig> => {
    const found = await dataApiConfigOf(control, ref)
    if (!found) throw new DomainError('project_not_found')
    return found
  }

  mount.on(getDataApiConfig, ({ project }) => stored(project.ref))

  mount.on(updateDataApiConfig, async ({ caller, project, body, origin }) => {
    const { expected_version, ...fields } = body
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const written = await control.write([
      changeDataApi(project.ref, changes, expected_version),
      auditStatement(caller, origin, {
        action: 'project.update_data_api',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: changes,
      }),
    ])
    if (!written.ok)
      throw new DomainError('stale', undefined, { more: { stored: await stored(project.ref) } })
    return stored(project.ref)
  })

  mount.on(getDatabaseTypes, async ({ project, query }) => {
    const given = query.included_schemas?.split(',').map((name) => name.trim())
    const schemas = given?.filter((name) => name !== '') ?? (await stored(project.ref)).schemas
    return { types: await typesOfDatabase(await life.database(project.ref), schemas) }
  })
}
