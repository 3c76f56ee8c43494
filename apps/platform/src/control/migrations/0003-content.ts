/** Snippets of SQL, their folders, and each person's favorites. */
import type { ControlMigration } from './control-migration.js'

export const CONTENT: ControlMigration = {
  id: 3,
  name: 'content',
  sql: `
create table control.sql_folders (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references control.projects on delete cascade,
  owner_id uuid not null references control.profiles on delete cascade,
  parent_id uuid references control.sql_folders on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
-- Two folders at the top have the same parent too: none.
create unique index sql_folders_name_key on control.sql_folders
  (project_id, owner_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);
create index sql_folders_parent_idx on control.sql_folders (parent_id);

create table control.snippets (
  id uuid constraint snippets_key primary key,
  project_id integer not null references control.projects on delete cascade,
  owner_id uuid not null references control.profiles on delete cascade,
  folder_id uuid references control.sql_folders on delete set null,
  type text not null check (type in ('sql', 'report', 'log_sql')),
  visibility text not null check (visibility in ('user', 'project')),
  name text not null,
  description text not null,
  sql text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Kept for a while, so that deleting can be taken back.
  deleted_at timestamptz,
  constraint snippets_shared_outside check (visibility = 'user' or folder_id is null)
);
create index snippets_name_idx on control.snippets (project_id, (lower(name) collate "C"), id)
  where deleted_at is null;
create index snippets_created_idx on control.snippets (project_id, created_at, id) where deleted_at is null;
create index snippets_owner_idx on control.snippets (owner_id);
create index snippets_folder_idx on control.snippets (folder_id);
create index snippets_deleted_idx on control.snippets (deleted_at) where deleted_at is not null;

create table control.snippet_favorites (
  snippet_id uuid not null references control.snippets on delete cascade,
  profile_id uuid not null references control.profiles on delete cascade,
  primary key (snippet_id, profile_id)
);
create index snippet_favorites_profile_idx on control.snippet_favorites (profile_id);
`,
}
