/** An index that finds a person's own audit entries. */
import type { ControlMigration } from './control-migration.js'

export const AUDIT_ACTOR: ControlMigration = {
  id: 5,
  name: 'audit-actor',
  sql: 'create index audit_log_actor_idx on control.audit_log (actor_id, id desc);',
}
