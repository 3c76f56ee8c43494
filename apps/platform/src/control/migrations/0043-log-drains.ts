/** Log drains, how far each process of the installation has sent the lines that it stores, and alerts on lines. */
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
    create table control.log_alerts (
      id uuid primary key,
      project_id bigint not null references control.projects on delete cascade,
      name text not null,
      query text not null,
      minutes integer not null,
      comparison text not null check (comparison in ('above', 'below')),
      amount bigint not null,
      for_minutes integer not null,
      mail_roles text[] not null default '{}',
      url text,
      -- The secret that signs.
      sealed text not null,
      enabled boolean not null,
      -- When it began to count what it counts now.
      begun_at timestamptz not null default now(),
      value bigint,
      checked_at timestamptz,
      -- Since when the count is otherwise than the state says; null: it is as the state says.
      differs_since timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (project_id, name)
    );
    create table control.log_alert_events (
      id uuid primary key,
      alert_id uuid not null references control.log_alerts on delete cascade,
      fired_at timestamptz not null,
      ended_at timestamptz,
      value bigint not null,
      comparison text not null,
      amount bigint not null
    );
    -- It fires once at a time, whoever counts.
    create unique index on control.log_alert_events (alert_id) where ended_at is null;
    create index on control.log_alert_events (alert_id, fired_at);
    -- Each process counts its own lines.
    create table control.log_alert_counts (
      alert_id uuid not null references control.log_alerts on delete cascade,
      installation_id text not null,
      count bigint not null,
      counted_at timestamptz not null,
      primary key (alert_id, installation_id)
    );
  `,
}
