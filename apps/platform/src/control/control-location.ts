/** Where the control plane's database is: a cluster or a PGlite under the data directory, or a PostgreSQL by URL. */
import { join } from 'node:path'
import { clusterMajor } from '../engines/cluster/cluster-directory.js'
import type { Database } from '../engines/engine.js'
import type { EngineRecord } from '../engines/engine-record.js'
import type { FileSink } from '../engines/file-sink.js'

export interface ControlLocation {
  /** Called at each use, so that a stopped server is started again. @throws EngineError */
  open(): Promise<Database>
  /** Idempotent. */
  close(): Promise<void>
}

/** A location whose files are in the data directory. */
export interface OwnControlLocation extends ControlLocation {
  /** Sends the files of a backup as `control/…`, while it stays in use. @throws EngineError, DatabaseError */
  backUp: BackUpControl
}

export type BackUpControl = (sink: FileSink) => Promise<void>

export const CONTROL_NAME = 'control'
export const controlDirectory = (dataDir: string): string => join(dataDir, CONTROL_NAME)

/** Which engine made the control plane in a directory, judged by its files; undefined for an empty directory. */
export async function controlRecord(directory: string): Promise<EngineRecord | undefined> {
  for (const [engine, files] of Object.entries(FILES_OF) as [EngineRecord['engine'], string][]) {
    const postgresMajor = await clusterMajor(join(directory, files))
    if (postgresMajor !== undefined) return { engine, postgresMajor }
  }
  return undefined
}

const FILES_OF: Readonly<Record<EngineRecord['engine'], string>> = { cluster: 'pg', pglite: 'pglite' }
