/** A lower plan begins when the period ends. */
import type { ControlMigration } from './control-migration.js'

export const PLAN_CHANGES: ControlMigration = {
  id: 14,
  name: 'plan-changes',
  sql: `
    alter table control.organizations
      add column next_plan text check (next_plan in ('free', 'pro', 'team', 'enterprise')),
      add column next_plan_at timestamptz,
      add constraint organizations_plan_change_check check ((next_plan is null) = (next_plan_at is null));
  `,
}
