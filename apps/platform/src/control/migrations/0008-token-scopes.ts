/** What an access token may do of what its owner may, and where. */
import type { ControlMigration } from './control-migration.js'

export const TOKEN_SCOPES: ControlMigration = {
  id: 8,
  name: 'token-scopes',
  sql: `
    alter table control.access_tokens
      -- Tokens of before went as far as their owner.
      add column access text not null default 'manage' check (access in ('read', 'write', 'manage')),
      add column organization_id integer references control.organizations on delete cascade,
      add column project_id integer references control.projects on delete cascade;
  `,
}
