/** How the data API of each project is set up. */
import type { ControlMigration } from './control-migration.js'

export const DATA_API: ControlMigration = {
  id: 25,
  name: 'data-api',
  sql: `
    -- Settings that differ from the defaults. Null: never set up, so it is off.
    alter table control.projects add column data_api jsonb;
  `,
}
