/** The largest file that the storage of a project takes. */
import type { ControlMigration } from './control-migration.js'

export const FILE_SIZE_LIMITS: ControlMigration = {
  id: 13,
  name: 'file-size-limits',
  sql: `
    -- Bytes; null: the default.
    alter table control.projects add column file_size_limit bigint check (file_size_limit > 0);
  `,
}
