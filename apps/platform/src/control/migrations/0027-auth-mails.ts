/** Mails that the auth services of projects sent or kept. */
import type { ControlMigration } from './control-migration.js'

export const AUTH_MAILS: ControlMigration = {
  id: 27,
  name: 'auth-mails',
  sql: `
    create table control.auth_mails (
      -- Of a mail that is sent: also of its delivery.
      id uuid primary key,
      project_id integer not null references control.projects on delete cascade,
      kind text not null,
      -- Which mail server sends it: 'project', 'platform', or 'kept' where there is none and the mail is only shown.
      way text not null check (way in ('project', 'platform', 'kept')),
      -- Sealed: recipient and subject; of a mail that is kept also what it says.
      content text not null,
      created_at timestamptz not null default now()
    );
    create index on control.auth_mails (project_id, created_at);
    create index on control.auth_mails (created_at);
  `,
}
