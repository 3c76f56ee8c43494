/**
 * Where the log of a cluster ends that was stopped in order: at its last checkpoint, which `global/pg_control` names
 * (`ControlFileData` of PostgreSQL 14 to 18).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWholeControlFile } from '../../templates/cluster-identity.js'

const STATE_AT = 16
const CHECKPOINT_AT = 32
/** `DB_SHUTDOWNED`. */
const SHUT_DOWN = 1

/** Undefined: the server was killed or crashed, so its control file does not tell where its log ends. */
export async function shutdownCheckpoint(cluster: string): Promise<string | undefined> {
  const control = await readFile(join(cluster, 'global', 'pg_control')).catch(() => undefined)
  if (!control || !isWholeControlFile(control) || control.readUInt32LE(STATE_AT) !== SHUT_DOWN)
    return undefined
  // One byte into the record of the checkpoint: who has replayed more than up to its begin has all before it.
  const low = control.readUInt32LE(CHECKPOINT_AT) + 1
  const high = control.readUInt32LE(CHECKPOINT_AT + 4)
  return `${high.toString(16).toUpperCase()}/${low.toString(16).toUpperCase()}`
}
