/** What the works on kept backups share. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../../control/control-database.js'
import type { EngineFiles, EngineRegistry } from '../../engines/engine-registry.js'
import type { S3ByteStore } from '../../objects/s3-byte-store.js'
import type { WriteLine } from '../../log-lines/log-line.js'
import type { ProjectLife } from '../../project-life/project-life.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import type { BackUpControl } from '../../control/control-location.js'
import type { ServerBackups } from '../by-url/server-backups.js'
import type { BackupStore } from './backup-store.js'
import type { KeptFiles } from './kept-files.js'

export interface KeptBackupsDeps {
  control: ControlDatabase
  registry: EngineRegistry & EngineFiles
  life: Pick<ProjectLife, 'create' | 'database' | 'isHere'>
  box: SecretBox
  dataDir: string
  installationId: string
  version: string
  /** Only for a store outside the data directory. */
  bytes: Pick<S3ByteStore, 'shared' | 'read'> | undefined
  /** Where copies lie outside this machine. Default: nowhere. */
  store?: BackupStore | undefined
  /** Undefined: databases on other servers are not backed up here. */
  servers?: ServerBackups | undefined
  /** Undefined where the control plane is in a PostgreSQL by URL. */
  backUpControl?: BackUpControl | undefined
  now(): Date
  /** Keeps the line of a backup that was made. Default: none is kept. */
  writeLine?: WriteLine | undefined
  log: Pick<Logger, 'warn' | 'error'>
}

/** What the works on backups share. */
export interface KeptBackupsContext extends KeptBackupsDeps {
  files: KeptFiles
  /** Aborted when the platform stops. */
  stopping: AbortSignal
}
