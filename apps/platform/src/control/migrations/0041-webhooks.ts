/** Webhooks of tables, and the messages that each has sent or has still to send. */
import type { ControlMigration } from './control-migration.js'

export const WEBHOOKS: ControlMigration = {
  id: 41,
  name: 'webhooks',
  sql: `
    create table control.webhooks (
      id uuid primary key,
      project_id bigint not null references control.projects on delete cascade,
      name text not null,
      schema_name text not null,
      table_name text not null,
      events text[] not null,
      -- A function of the project, or an address.
      function_slug text,
      url text,
      header_names text[] not null default '{}',
      -- Sealed: the secret that signs, and the values of the headers.
      sealed text not null,
      timeout_ms integer not null,
      enabled boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (project_id, name),
      check ((function_slug is null) <> (url is null))
    );
    alter table control.deliveries
      add column webhook_id uuid references control.webhooks on delete cascade,
      add column event text;
    create index on control.deliveries (webhook_id, created_at) where webhook_id is not null;
  `,
}
