/** Feature previews, which each person can switch on, have a title. */
import type { ControlMigration } from './control-migration.js'

export const PREVIEWS: ControlMigration = {
  id: 2,
  name: 'previews',
  sql: 'alter table control.flags add column preview_title text;',
}
