/** Secret keys are stored as their hash alone; a key can end at a time, and is known to have been used. */
import type { ControlMigration } from './control-migration.js'

export const HASHED_KEYS: ControlMigration = {
  id: 23,
  name: 'hashed keys',
  sql: `
    alter table control.api_keys alter column value drop not null;
    update control.api_keys set value = null where type = 'secret';
    alter table control.api_keys add constraint api_keys_secret_is_hashed check (type <> 'secret' or value is null);
    alter table control.api_keys
      -- To the minute.
      add column last_used_at timestamptz,
      -- Null: it lasts. A key that was rotated ends then.
      add column ends_at timestamptz;
    -- A key that ends leaves its name to the one that takes its place.
    alter table control.api_keys drop constraint api_keys_name_key;
    create unique index api_keys_name_key on control.api_keys (project_id, type, name) where ends_at is null;
  `,
}
