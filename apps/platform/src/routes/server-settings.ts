/** The settings of PostgreSQL that projects run with. */
import { listServerSettings, updateServerSetting } from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { changeServerSetting, serverSettings, type SettingTrials } from '../services/server-settings.js'
import type { Mount } from './mount.js'

export interface ServerSettingsRouteDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database' | 'restartWith'>
  /** Default: no server is restarted with a new setting. */
  settingTrials?: SettingTrials
}

export function serverSettingsRoutes(
  mount: Mount,
  { control, life, settingTrials: trials }: ServerSettingsRouteDeps,
): void {
  const subject = async (ref: string) => {
    const row = await projectByRef(control, ref)
    if (!row) throw new DomainError('project_not_found')
    return { ref, engine: row.engine, database: await life.database(ref), trials }
  }

  mount.on(listServerSettings, async ({ project }) => serverSettings(await subject(project.ref)))

  mount.on(updateServerSetting, async ({ caller, project, params, body, origin }) => {
    const { ref } = project
    const name = params['name'] ?? ''
    const line = auditStatement(caller, origin, {
      action: 'database.change_setting',
      target: name,
      organizationId: project.organization.id,
      projectRef: ref,
      detail: { value: body.value },
    })
    let isWritten = false
    await changeServerSetting(await subject(ref), {
      name,
      value: body.value,
      restarts: body.restarts ?? false,
      async restart() {
        await life.restartWith(ref, [line])
        isWritten = true
      },
    })
    if (!isWritten) await control.write([line])
    return serverSettings(await subject(ref))
  })
}
