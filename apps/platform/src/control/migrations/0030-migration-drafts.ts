/** SQL that members keep for the next migration of a project's database. */
import type { ControlMigration } from './control-migration.js'

export const MIGRATION_DRAFTS: ControlMigration = {
  id: 30,
  name: 'migration drafts',
  sql: `
    create table control.migration_drafts (
      project_id integer primary key references control.projects on delete cascade,
      sql text not null,
      -- Counts the changes.
      version bigint not null,
      updated_at timestamptz not null default now(),
      -- The address of the member, as the audit log has it. Null: the installation has no accounts.
      updated_by text
    );
  `,
}
