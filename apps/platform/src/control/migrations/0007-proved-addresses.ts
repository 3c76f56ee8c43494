/** Whether an account's email address is confirmed: by a link that only its mailbox received, or by the operator. */
import type { ControlMigration } from './control-migration.js'

export const PROVED_ADDRESSES: ControlMigration = {
  id: 7,
  name: 'proved-addresses',
  sql: `
    alter table control.profiles
      add column email_proved_at timestamptz,
      -- The organization whose invitation made the account: until its address is proved it joins no other.
      add column made_in integer references control.organizations on delete set null;
    -- The first account was made with the code that the operator has.
    update control.profiles set email_proved_at = now()
      where id = (select id from control.profiles where not is_local order by created_at, id limit 1);
    alter table control.invitations add column mailed boolean not null default false;
    alter table control.password_resets add column mailed boolean not null default false;
  `,
}
