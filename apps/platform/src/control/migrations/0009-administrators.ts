/** Administrators of the installation, and disabled accounts. */
import type { ControlMigration } from './control-migration.js'

export const ADMINISTRATORS: ControlMigration = {
  id: 9,
  name: 'administrators',
  sql: `
    alter table control.profiles
      add column is_administrator boolean not null default false,
      add column disabled_at timestamptz;
    -- The first account was made with the code that the operator has.
    update control.profiles set is_administrator = true
      where id = (select id from control.profiles where not is_local order by created_at, id limit 1);
  `,
}
