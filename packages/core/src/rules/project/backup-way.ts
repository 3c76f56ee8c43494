/**
 * How the database of a project is backed up: by a command of this program, or where its own server is.
 * @rule projects.backup  @spec §2
 */
import type { EngineKind } from '@basedeck/platform-client/contract'

/** `commands`: of the machine that runs the platform; `<file>` is to be replaced. */
export type BackupWay = { by: 'commands'; dump: string; restore: string } | { by: 'own-server' }

/** A database that was added by its URL is on a server of its own, whose files are not here. */
export function backupWay(engine: EngineKind, ref: string): BackupWay {
  if (engine === 'postgres') return { by: 'own-server' }
  return {
    by: 'commands',
    dump: `basedeck dump --to <file> --project ${ref}`,
    restore: `basedeck restore --from <file> --project ${ref}`,
  }
}
