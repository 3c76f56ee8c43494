/**
 * Makes the files of a replica from its running primary. They are a draft until they are whole and on the disk, so that a program
 * that is killed meanwhile leaves nothing that a server would start from.
 */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { EngineRecord } from '../../engine-record.js'
import { keepEngineRecord } from '../../engine-record.js'
import { projectDirectory } from '../../project-directory.js'
import { secretNamed, type Secrets } from '../../secrets.js'
import { flushDirectory, flushName } from '../../templates/flush-directory.js'
import { sendRunningCluster } from '../base-backup.js'
import { letReplicasIn, removeUnfinished } from '../cluster-directory.js'
import type { RunningCluster } from '../cluster.js'
import { checkReachable, handOver, handOverAll, processUser } from '../process-user.js'
import { asAdmin } from '../way-in.js'
import { copyInto } from './copy-into.js'
import { keepReplicationLogin, makeSlot, SLOT_LIMIT_MB } from './replication-slots.js'
import { RESYNC_MARK, replicationPasswordOf } from './replica-files.js'

/** What is done when it is told, in this order. */
export type MadeSoFar = 'launched' | 'initiated' | 'downloaded'

export interface MakingReplica {
  dataDir: string
  id: DatabaseId
  primary: DatabaseId
  running: RunningCluster
  record: EngineRecord
  secrets: Secrets
  signal: AbortSignal
  onStep(step: MadeSoFar): Promise<void>
  /** @param totalBytes as estimated when the copy began */
  onBytes(doneBytes: number, totalBytes: number): void
}

/** Replaces the files of an earlier copy. The replica is not running. @throws EngineError, DatabaseError, AbortError */
export async function makeReplica(making: MakingReplica): Promise<void> {
  const { dataDir, id, primary, running, record, secrets, signal, onStep } = making
  const project = projectDirectory(dataDir, id)
  const directory = join(project, 'pg')
  const user = await processUser()
  await mkdir(project, { recursive: true })
  await checkReachable(project, user)
  await keepEngineRecord(dataDir, id, record)
  // An earlier copy can't be started from now on; what is left of it is deleted by the next attempt.
  await writeFile(join(project, RESYNC_MARK), '')
  await rm(directory, { recursive: true, force: true, maxRetries: 10 })
  await removeUnfinished(directory)
  await onStep('launched')
  signal.throwIfAborted()
  const { admin } = running
  await letReplicasIn(join(projectDirectory(dataDir, primary), 'pg'))
  await limitSlots(running)
  await keepReplicationLogin(admin, await secretNamed(secrets, replicationPasswordOf(primary)))
  await makeSlot(admin, id)
  await onStep('initiated')
  signal.throwIfAborted()
  const draft = `${directory}.${randomUUID()}.new`
  try {
    await copyCluster(making, draft)
    await handOver(draft, user)
    await handOverAll(draft, user)
    await writeFile(join(draft, 'standby.signal'), '')
    await rm(join(draft, 'basedeck.conf'), { force: true })
    await flushDirectory(draft)
    signal.throwIfAborted()
    await rename(draft, directory)
    await rm(join(project, RESYNC_MARK), { force: true })
    await flushName(directory)
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 10 }).catch(() => {})
    throw error
  }
  await onStep('downloaded')
}

async function copyCluster(
  { dataDir, primary, running, signal, onBytes }: MakingReplica,
  draft: string,
): Promise<void> {
  const { admin, database } = running
  const total = await sizeOf(admin)
  let done = 0
  onBytes(0, total)
  const sink = copyInto(draft, `${basename(draft)}/pg`, {
    signal,
    onBytes(bytes) {
      done += bytes
      onBytes(done, Math.max(done, total))
    },
  })
  const endUse = database.idle.use()
  try {
    const directory = projectDirectory(dataDir, primary)
    const { versionNumber } = database
    await sendRunningCluster({ directory, name: basename(draft), admin, versionNumber, sink })
  } finally {
    endUse()
  }
}

async function sizeOf(admin: RunningCluster['admin']): Promise<number> {
  const [row] = await asAdmin(admin, (session) =>
    session.ask('select sum(pg_catalog.pg_database_size(oid)) from pg_catalog.pg_database'),
  )
  return Number(row?.[0] ?? 0)
}

/** The server takes it without a restart, and from its next start on by its settings. */
async function limitSlots({ admin, directory }: RunningCluster): Promise<void> {
  const path = join(directory, 'basedeck.conf')
  const line = `max_slot_wal_keep_size = '${SLOT_LIMIT_MB}MB'\n`
  if (!(await readFile(path, 'utf8')).includes(line)) await appendFile(path, line)
  await asAdmin(admin, (session) => session.ask('select pg_catalog.pg_reload_conf()'))
}
