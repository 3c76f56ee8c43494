/**
 * The id that a client gave the last save of a snippet: the client recognises its own save by it after a lost answer.
 */
import type { ControlMigration } from './control-migration.js'

export const SAVE_IDS: ControlMigration = {
  id: 4,
  name: 'save-ids',
  sql: 'alter table control.snippets add column save_id uuid;',
}
