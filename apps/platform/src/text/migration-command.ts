/** What `basedeck migration` says. */
import type { MigrationState } from '@basedeck/core/rules'

const STATES: Readonly<Record<MigrationState, string>> = {
  applied: 'applied',
  pending: 'pending',
  late: 'late',
  changed: 'changed',
  missing: 'no file',
  double: 'double',
}
const WIDTH = Math.max(...Object.values(STATES).map((word) => word.length))
const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

export const migrationCommandText = {
  made: (file: string) => `Made ${file}`,
  noName: 'The name needs a letter or a digit, because the file is named after it.',
  noFolder: (folder: string, reason: string) =>
    `${folder} could not be read: ${reason}. --folder <path> names another folder.`,
  notWritten: (file: string, reason: string) => `${file} could not be written: ${reason}`,
  standing: (state: MigrationState, file: string) => `${STATES[state].padEnd(WIDTH)}  ${file}`,
  standingOf: (state: MigrationState): string | null =>
    state === 'late'
      ? 'late: newer migrations are applied already. Give the file a newer version.'
      : state === 'changed'
        ? 'changed: the file is no longer what was applied. Undo the change, and make a new migration of it.'
        : state === 'double'
          ? 'double: several files have one version. Give each its own.'
          : null,
  summary: (open: number, all: number) =>
    open === 0
      ? `${count(all, 'migration')}, all applied`
      : `${open} of ${count(all, 'migration')} ${open === 1 ? 'differs' : 'differ'}`,
  stopped:
    'The platform stopped meanwhile. Start it, and see with basedeck migration status what was applied.',
  nothing: 'Nothing is pending',
  refused: 'Nothing was applied, because these files need a decision first:',
  applied: (file: string) => `Applied ${file}`,
  wouldApply: (file: string) => `Would apply ${file}`,
  failed: (file: string, message: string) => `${file}: ${message}`,
  noDrift: (replayed: number) => `-- The history of ${count(replayed, 'migration')} explains the database.`,
  unreplayed: (version: string, message: string) =>
    `${version} can’t be replayed, so nothing was compared: ${message}`,
  notCompared: (kind: string, names: readonly string[]) => `-- Not compared: ${kind} ${names.join(', ')}`,
  leftOut: (version: string) =>
    `-- Left out, because it is about the whole server: a statement of ${version}`,
  costs: (parts: readonly string[]) => `-- ${parts.join(', ')}`,
  rewrites: 'may write the whole table again',
  loses: 'loses data',
}
