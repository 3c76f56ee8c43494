/** Log drains, and how far each process of the installation has sent the lines that it stores. */
import type { ControlMigration } from './control-migration.js'

export const LOG_DRAINS: ControlMigration = {
  id: 43,
  name: 'log drains',
  sql: `
    create table control.log_drains (
      id uuid primary key,
      project_id bigint not null references control.projects on delete cascade,
      name text not null,
      -- Where the lines go, without secrets.
      target jsonb not null,
      header_names text[] not null default '{}',
      -- Sealed: the values of the headers, and the secret key of a store.
      sealed text not null,
      -- Null: all.
      sources text[],
      enabled boolean not null,
      -- When it was turned on last, in microseconds since 1970: older lines are not sent.
      since bigint not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (project_id, name)
    );
    create table control.log_drain_positions (
      drain_id uuid not null references control.log_drains on delete cascade,
      -- Each process sends the lines of its own data directory.
      installation_id text not null,
      -- The number of the last line that was accepted.
      position bigint not null,
      sent bigint not null default 0,
      lost bigint not null default 0,
      refused bigint not null default 0,
      behind bigint not null default 0,
      oldest_at timestamptz,
      last_sent_at timestamptz,
      failures integer not null default 0,
      next_at timestamptz,
      failed_at timestamptz,
      status integer,
      reason text,
      answer text,
      primary key (drain_id, installation_id)
    );
  `,
}
