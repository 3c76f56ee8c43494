/** Takes the finished segments that the server of a cluster hands out, and removes those that no backup needs. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsOf } from '../../control/backups.js'
import type { EngineFiles } from '../../engines/engine-registry.js'
import { followedBackups } from './followed-backups.js'
import { isSegmentName } from './kept-files.js'
import type { KeptBackupsContext } from './kept-context.js'
import { needlessSegments } from './recoverable.js'

type Context = Pick<KeptBackupsContext, 'files' | 'control'> & { registry: Pick<EngineFiles, 'walOf'> }

export async function collectWal({ registry, files }: Context, ref: string): Promise<void> {
  const handed = await registry.walOf(ref)
  if (!handed) return
  const names = await readdir(handed.folder).catch(() => [])
  for (const name of names.filter(isSegmentName).toSorted())
    await files.takeSegment(ref, handed.line, name, join(handed.folder, name))
}

/** Of each line what lies before its oldest backup; of a line without a backup all, but not of the present one. */
export async function removeNeedlessWal({ registry, files, control }: Context, ref: string): Promise<void> {
  const backups = followedBackups(await backupsOf(control, ref))
  const present = (await registry.walOf(ref))?.line
  for (const line of await files.lines(ref)) {
    const begins = backups.filter((backup) => backup.line === line).map(({ begunAt }) => begunAt.getTime())
    if (line === present && begins.length === 0) continue
    const oldest = begins.length === 0 ? undefined : new Date(Math.min(...begins))
    await files.removeSegments(ref, line, needlessSegments(await files.segments(ref, line), oldest))
  }
}
