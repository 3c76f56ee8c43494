/**
 * A replica takes the place of its primary. Both servers are stopped first; a server that is stopped in order has sent all
 * that it committed. The files of the primary are moved away by a note that the next start reads, so that at each moment one
 * directory, and no other, is the primary's.
 */
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { EngineError } from '../../engine.js'
import { swapDirectory } from '../../swap-directory.js'
import { keepSettings } from '../cluster-directory.js'
import { beginWalLine, endWalLine } from '../wal-archive.js'
import { asAdmin } from '../way-in.js'
import { shutdownCheckpoint } from './shutdown-checkpoint.js'
import { hasReplayed, writtenPosition } from './wal-position.js'
import { replicaText } from '../../../text/replicas.js'

const ASK_TIMES = 100
const ASK_AGAIN_MS = 50

/** The checkpoint of the stop is then short, and little is still to be sent. @throws EngineError `unsupported` when it is behind */
export async function beReady(primary: pg.ClientConfig, replica: pg.ClientConfig): Promise<void> {
  await asAdmin(primary, (session) => session.ask('checkpoint'))
  const position = await writtenPosition(primary)
  if (!(await hasAll(replica, position))) throw new EngineError('unsupported', replicaText.behind)
}

export interface Places {
  /** Directories of the project and of the replica, each with `pg`. */
  primary: string
  replica: string
}

/**
 * @param primary directory of the project, whose server is stopped
 * @param replica how its superuser signs in; it still runs
 * @throws EngineError `unsupported` when it lacks something that the primary wrote at the end
 */
export async function requireSame(primary: string, replica: pg.ClientConfig): Promise<void> {
  const end = await shutdownCheckpoint(join(primary, 'pg'))
  if (end !== undefined && (await hasAll(replica, end))) return
  throw new EngineError('unsupported', replicaText.behind)
}

async function hasAll(replica: pg.ClientConfig, position: string): Promise<boolean> {
  for (let attempt = 0; attempt < ASK_TIMES; attempt++) {
    if (await hasReplayed(replica, position)) return true
    await delay(ASK_AGAIN_MS)
  }
  return false
}

/** @param aside where the files of the former primary go */
export async function takePlace({ primary, replica }: Places, aside: string): Promise<void> {
  const directory = join(primary, 'pg')
  const draft = join(replica, 'pg')
  // Programs that know the primary's address find the new one there.
  await keepSettings(directory, draft)
  await mkdir(dirname(aside), { recursive: true })
  await rm(aside, { recursive: true, force: true })
  await swapDirectory(directory, draft, aside)
  // The new primary writes other contents under the same segment names.
  if (await endWalLine(primary)) await beginWalLine(primary)
}
