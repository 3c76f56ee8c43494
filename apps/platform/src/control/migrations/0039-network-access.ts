/** From which networks programs connect to the databases of projects, and whether they have to encrypt. */
import type { ControlMigration } from './control-migration.js'

export const NETWORK_ACCESS: ControlMigration = {
  id: 39,
  name: 'network access',
  sql: `
    -- What members set; null: every network, as the defaults say.
    alter table control.projects add column network_access jsonb;
  `,
}
