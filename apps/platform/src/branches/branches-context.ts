/** What the works on branches share. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import type { EngineFiles, EngineRegistry } from '../engines/engine-registry.js'
import type { RestoreHow } from '../engines/cluster/wal-archive.js'
import type { WriteLine } from '../log-lines/log-line.js'
import type { ByteStore } from '../objects/byte-store.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface BranchesContext {
  control: ControlDatabase
  registry: EngineRegistry & EngineFiles
  /** Opens and changes the projects. Given later, because it makes branches by this context. */
  life(): Pick<
    ProjectLife,
    'create' | 'database' | 'remove' | 'resetBranch' | 'resume' | 'serverOf' | 'targetOf'
  >
  box: SecretBox
  bytes: ByteStore
  dataDir: string
  /** Gives a branch the functions of its parent. Absent: none run. */
  copyFunctions?: ((from: string, to: string) => Promise<void>) | undefined
  now(): Date
  /** Keeps the line of a branch that was made. Default: none is kept. */
  writeLine?: WriteLine | undefined
  log: Pick<Logger, 'warn' | 'error'>
  /** Kept backups, from which a moment is taken. Absent: none are kept. */
  keptDraft?: KeptDraft | undefined
}

/**
 * Writes the files of a project, as of a moment, into a folder; gives what has to be replayed.
 * @throws DomainError not_recoverable, backup_not_found
 */
export type KeptDraft = (
  ref: string,
  at: string,
  places: { draft: string; scratch: string },
) => Promise<RestoreHow['recovery']>
