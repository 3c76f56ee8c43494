/** How realtime of each project is set up. */
import type { ControlMigration } from './control-migration.js'

export const REALTIME: ControlMigration = {
  id: 37,
  name: 'realtime',
  sql: `
    -- Settings that differ from the defaults. Null: none does.
    alter table control.projects add column realtime jsonb;
  `,
}
