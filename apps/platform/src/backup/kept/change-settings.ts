/** Changes how the backups of a project are made, for a member and for the command line. */
import type { BackupSettings } from '@basedeck/platform-client/contract'
import { changeBackupSettings } from '../../control/backups.js'
import type { ControlDatabase, ControlStatement } from '../../control/control-database.js'
import { DomainError } from '../../kernel/domain-error.js'
import type { ProjectLife } from '../../project-life/project-life.js'
import type { KeptBackups } from './kept-backups.js'

export interface ChangeSettingsDeps {
  control: Pick<ControlDatabase, 'write'>
  life: Pick<ProjectLife, 'restartWith'>
  backups: KeptBackups
}

export interface SettingsChange {
  ref: string
  changes: Partial<BackupSettings>
  /** The version that the change is made on; undefined: any. */
  expected: string | undefined
  /** Its line in the audit log. */
  line: ControlStatement
}

/**
 * Keeping the log restarts the database; its first backup begins when the database is back.
 * @throws DomainError backup_unavailable, unsupported, stale with the stored settings
 */
export async function changeSettings(
  { control, life, backups }: ChangeSettingsDeps,
  { ref, changes, expected, line }: SettingsChange,
): Promise<void> {
  const { settings, unavailable, no_point_in_time: lacking } = await backups.list(ref)
  if (unavailable !== undefined) throw new DomainError('backup_unavailable')
  if (changes.point_in_time && lacking !== null) throw new DomainError('unsupported', lacking)
  const keepsLog = changes.point_in_time
  const isRestarted = keepsLog !== undefined && keepsLog !== settings.point_in_time
  if (isRestarted) await backups.keepLog(ref, keepsLog)
  const statements = [changeBackupSettings(ref, changes, expected), line]
  const written = isRestarted ? await life.restartWith(ref, statements) : await control.write(statements)
  if (!written.ok) {
    if (isRestarted) await backups.keepLog(ref, settings.point_in_time)
    throw new DomainError('stale', undefined, { more: { stored: await backups.list(ref) } })
  }
  if (isRestarted && keepsLog) void backups.beginLine(ref)
}
