/** Findings of the advisors that members put aside, each with a reason. */
import type { ControlMigration } from './control-migration.js'

export const ADVISOR_DISMISSALS: ControlMigration = {
  id: 29,
  name: 'advisor dismissals',
  sql: `
    create table control.advisor_dismissals (
      project_id integer not null references control.projects on delete cascade,
      -- The key of the finding.
      finding text not null,
      reason text not null,
      -- Null: for good.
      until timestamptz,
      -- The address of the member, as the audit log has it. Null: the installation has no accounts.
      made_by text,
      made_at timestamptz not null default now(),
      primary key (project_id, finding)
    );
  `,
}
