/** What branches began with, and what was merged of them into their parents. */
import type { ControlMigration } from './control-migration.js'

export const MERGES: ControlMigration = {
  id: 35,
  name: 'merges',
  sql: `
    create table control.branch_bases (
      -- The branch's own project.
      project_id integer primary key references control.projects on delete cascade,
      -- Base64 of gzip: the schema, the buckets and the auth settings when it was made.
      base text not null,
      kept_at timestamptz not null default now()
    );
    create table control.merges (
      id uuid primary key,
      -- The branch's own project.
      project_id integer not null references control.projects on delete cascade,
      merged_at timestamptz not null default clock_timestamp(),
      merged_by text,
      -- Of the migration in the parent's history. Null: nothing of the schema was merged.
      version text,
      statements jsonb not null,
      -- What takes it back. Null: nothing can.
      undo jsonb,
      comes_back_empty jsonb not null,
      -- Of the parent's schema right after it: the way back is only known from there.
      parent_version text not null,
      -- What both began with before it, for the way back. Null: not known.
      base_before text,
      undone_at timestamptz
    );
    create index merges_of_project on control.merges (project_id, merged_at desc);
  `,
}
