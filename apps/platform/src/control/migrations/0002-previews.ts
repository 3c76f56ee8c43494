/** Flags that everybody may switch for themselves have a title. */
import type { ControlMigration } from './control-migration.js'

export const previews: ControlMigration = {
  id: 2,
  name: 'previews',
  sql: 'alter table control.flags add column preview_title text;',
}
