/** How branches are made, until when they stay, and what is off in them. */
import type { ControlMigration } from './control-migration.js'

export const BRANCHES: ControlMigration = {
  id: 34,
  name: 'branches',
  sql: `
    -- Of a project: which columns its branches don't show.
    alter table control.projects add column branch_settings jsonb;
    alter table control.branches
      add column with_data boolean not null default false,
      -- How it is made, while it is made or reset: {at}. Null: nothing is under way.
      add column making jsonb,
      -- The moment of the parent that it holds.
      add column taken_at timestamptz,
      add column ends_at timestamptz,
      -- Why the last reset failed.
      add column error text,
      -- What was on in the parent and is off here: [{kind, name}].
      add column off jsonb not null default '[]';
    create unique index branches_name_key on control.branches (parent_project_id, name) where not is_default;
  `,
}
