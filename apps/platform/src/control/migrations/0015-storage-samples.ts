/** How large the files of a project were, measured with its database. */
import type { ControlMigration } from './control-migration.js'

export const STORAGE_SAMPLES: ControlMigration = {
  id: 15,
  name: 'storage-samples',
  sql: `
    -- Null: not measured, or the database has no file storage.
    alter table control.samples add column storage_bytes bigint;
  `,
}
