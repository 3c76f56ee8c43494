/** Edge functions of the projects, their versions, and how often they were called. */
import type { ControlMigration } from './control-migration.js'

export const FUNCTIONS: ControlMigration = {
  id: 38,
  name: 'functions',
  sql: `
    create table control.functions (
      id uuid primary key default gen_random_uuid(),
      -- Makes the user id that its processes run as.
      number integer not null unique,
      project_id integer not null references control.projects on delete cascade,
      slug text not null,
      name text not null,
      verify_jwt boolean not null default true,
      timeout_seconds integer not null default 150,
      memory_mb integer not null default 256,
      -- The one that is served.
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (project_id, slug)
    );
    create table control.function_versions (
      function_id uuid not null references control.functions on delete cascade,
      version integer not null,
      -- Names the folder of its files. Versions that were rolled back to share one.
      build uuid not null,
      created_at timestamptz not null default now(),
      made_by text,
      rolled_back_to integer,
      files integer not null,
      bytes bigint not null,
      entrypoint_path text not null,
      import_map_path text,
      primary key (function_id, version)
    );
    create table control.function_hours (
      function_id uuid not null references control.functions on delete cascade,
      hour timestamptz not null,
      calls bigint not null,
      errors bigint not null,
      -- Calls by how long they took; each bucket ends 1.2 times later than the one before.
      took bigint[] not null,
      primary key (function_id, hour)
    );
  `,
}
