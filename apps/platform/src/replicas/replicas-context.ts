/** What the works on replicas share. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import type { EngineReplicas, EngineRegistry } from '../engines/engine-registry.js'
import type { ProjectLife } from '../project-life/project-life.js'

export interface ReplicasDeps {
  control: ControlDatabase
  registry: EngineReplicas & Pick<EngineRegistry, 'open' | 'stop'>
  life: Pick<ProjectLife, 'database' | 'isHere'>
  dataDir: string
  installationId: string
  /** Of the disk of the data directory. Default: unlimited. */
  freeBytes?(): Promise<number>
  /** A replica took the place of the primary. Default: nothing follows. */
  onPromoted?(ref: string): Promise<void>
  now(): Date
  log: Pick<Logger, 'warn' | 'error'>
}

/** Aborted when the platform stops. */
export interface ReplicasContext extends ReplicasDeps {
  stopping: AbortSignal
}
