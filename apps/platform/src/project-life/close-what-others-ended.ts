/**
 * A database by URL is open in every process that was asked for it. When another process pauses or deletes the project,
 * this one closes it too, so that its runs end and its connections go.
 */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { projectByRef } from '../control/projects.js'
import type { LifeContext } from './life-context.js'

const ENDED: readonly ProjectStatus[] = ['PAUSING', 'INACTIVE', 'RESTORING', 'GOING_DOWN']

export async function closeWhatOthersEnded(
  { deps, jobs, isClosed }: LifeContext,
  ref: string,
): Promise<void> {
  if (isClosed || jobs.isUnderWay(ref)) return
  const row = await projectByRef(deps.control, ref)
  if (row && (row.installation_id !== null || !ENDED.includes(row.status))) return
  // Checked again, because a job of this process may have started meanwhile.
  if (!jobs.isUnderWay(ref)) await deps.registry.stop({ id: ref, engine: 'postgres' })
}
