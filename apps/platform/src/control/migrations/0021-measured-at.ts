/** When a size was measured last. */
import type { ControlMigration } from './control-migration.js'

export const MEASURED_AT: ControlMigration = {
  id: 21,
  name: 'measured-at',
  sql: `
    -- Null: it is counted, or was measured before this was kept.
    alter table control.usage add column measured_at timestamptz;
  `,
}
