/** What stopped processes leave behind: unfinished work, and projects that must not look healthy. */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { IS_PRIMARY } from './databases.js'
import { IS_LIVE } from './processes.js'
import { projectText } from '../text/projects.js'

/** A lock for taking unfinished work, so that another process sees what was taken. */
const LOCK = 7_305_218_115

/**
 * Makes a process the worker of unfinished projects: those it holds, and those by URL whose worker is away. When
 * several processes ask at once, each project goes to one of them.
 */
export async function claimUnfinished(
  control: Pick<ControlDatabase, 'write'>,
  statuses: readonly ProjectStatus[],
  installationId: string,
  of: 'own-and-others' | 'others',
): Promise<{ ref: string; status: ProjectStatus }[]> {
  const isOthers = `d.installation_id is null and p.worker_id is distinct from $2::uuid and not exists (
    select from control.processes r where r.installation_id = p.worker_id and ${IS_LIVE})`
  const isOwn = `d.installation_id = $2::uuid or (d.installation_id is null and p.worker_id = $2::uuid)`
  const written = await control.write([
    // Without the lock, two processes could both take a project: the second would see the changed row, but would not
    // check again whether its new worker is alive.
    { sql: `select to_json(true) from (select pg_advisory_xact_lock(${LOCK})) taken` },
    {
      sql: `update control.projects p set worker_id = $2::uuid from control.databases d
        where ${IS_PRIMARY} and p.status = any(string_to_array($1, ',')) and (${of === 'others' ? isOthers : `${isOwn} or (${isOthers})`})
        returning json_build_object('ref', p.ref, 'status', p.status)`,
      parameters: [statuses.join(','), installationId],
    },
  ])
  return written.ok ? ((written.rows[1] ?? []) as { ref: string; status: ProjectStatus }[]) : []
}

/** Marks healthy projects whose holder is away as unhealthy. */
export const markAway: ControlStatement = {
  sql: `update control.projects p set status = 'ACTIVE_UNHEALTHY', status_reason = $1
    from control.databases d
    where ${IS_PRIMARY} and p.status = 'ACTIVE_HEALTHY' and d.installation_id is not null and not exists (
      select from control.processes r where r.installation_id = d.installation_id and ${IS_LIVE})`,
  parameters: [projectText.away],
}

/** Marks the projects of a holder that is back as healthy again. */
export function markBack(installationId: string): ControlStatement {
  return {
    sql: `update control.projects p set status = 'ACTIVE_HEALTHY', status_reason = null from control.databases d
      where ${IS_PRIMARY} and d.installation_id = $1::uuid and p.status = 'ACTIVE_UNHEALTHY' and p.status_reason = $2`,
    parameters: [installationId, projectText.away],
  }
}
