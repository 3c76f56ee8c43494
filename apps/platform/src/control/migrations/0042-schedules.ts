/** Schedules of projects, their runs, and the time zone in which they count. */
import type { ControlMigration } from './control-migration.js'

export const SCHEDULES: ControlMigration = {
  id: 42,
  name: 'schedules',
  sql: `
    alter table control.projects add column time_zone text not null default 'UTC';
    create table control.schedules (
      id uuid primary key,
      project_id bigint not null references control.projects on delete cascade,
      name text not null,
      expression text not null,
      -- As the contract has it; nothing in it is secret.
      task json not null,
      header_names text[] not null default '{}',
      -- Sealed: the secret that signs, and the values of the headers.
      sealed text not null,
      limit_ms integer not null,
      enabled boolean not null,
      -- Null: it is counted before the next look at what is due.
      next_at timestamptz,
      -- Failed runs in a row.
      failures integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (project_id, name)
    );
    create index on control.schedules (next_at) where enabled;
    create table control.schedule_runs (
      id uuid primary key,
      schedule_id uuid not null references control.schedules on delete cascade,
      cause text not null,
      status text not null,
      due_at timestamptz not null,
      begun_at timestamptz,
      ended_at timestamptz,
      attempts integer not null default 0,
      took_ms integer,
      code integer,
      rows bigint,
      reason text,
      answer text,
      -- Of the process that does it. Until claimed_until nobody else begins it.
      claim uuid,
      claimed_by text,
      claimed_until timestamptz
    );
    create index on control.schedule_runs (schedule_id, due_at desc);
    -- Runs of one schedule never overlap.
    create unique index on control.schedule_runs (schedule_id) where status in ('waiting', 'running');
  `,
}
