/** Changes of an account's address that wait for the confirmations of both mailboxes. */
import type { ControlMigration } from './control-migration.js'

export const EMAIL_CHANGES: ControlMigration = {
  id: 19,
  name: 'email-changes',
  sql: `
    create table control.email_changes (
      -- One at a time: another one replaces it.
      profile_id uuid primary key references control.profiles on delete cascade,
      email text not null,
      -- Hashes of the links; null: that mailbox has confirmed, or does not have to.
      old_token_hash text unique,
      new_token_hash text unique,
      expires_at timestamptz not null
    );
  `,
}
