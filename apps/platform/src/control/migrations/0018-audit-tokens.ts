/** Which access token a change was made with: an entry names the person and the token. */
import type { ControlMigration } from './control-migration.js'

export const AUDIT_TOKENS: ControlMigration = {
  id: 18,
  name: 'audit-tokens',
  sql: `
    -- No reference: an entry outlives the token.
    alter table control.audit_log add column token_id uuid, add column token_name text;
  `,
}
