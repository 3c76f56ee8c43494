/** What processes leave behind that end: work to take up, and projects that must not look healthy. */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { IS_PRIMARY } from './databases.js'
import { IS_LIVE } from './processes.js'
import { projectText } from '../text/projects.js'

/** Held by a process that looks for unfinished work, so that another one sees what it took. */
const LOCK = 7_305_218_115

/**
 * Makes one process the worker of the projects that stopped ones left in such a status: those it holds, and those by URL
 * whose worker is away. Of several processes that ask at once each project falls to one.
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
    // Without it two that ask at once could both take a project: the second would look at the changed row again, but not
    // at whether its new worker is there.
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

/** The projects that look healthy, and whose holder is away, are told to be unhealthy. */
export const markAway: ControlStatement = {
  sql: `update control.projects p set status = 'ACTIVE_UNHEALTHY', status_reason = $1
    from control.databases d
    where ${IS_PRIMARY} and p.status = 'ACTIVE_HEALTHY' and d.installation_id is not null and not exists (
      select from control.processes r where r.installation_id = d.installation_id and ${IS_LIVE})`,
  parameters: [projectText.away],
}

/** The projects of a holder that is there again. */
export function markBack(installationId: string): ControlStatement {
  return {
    sql: `update control.projects p set status = 'ACTIVE_HEALTHY', status_reason = null from control.databases d
      where ${IS_PRIMARY} and d.installation_id = $1::uuid and p.status = 'ACTIVE_UNHEALTHY' and p.status_reason = $2`,
    parameters: [installationId, projectText.away],
  }
}
