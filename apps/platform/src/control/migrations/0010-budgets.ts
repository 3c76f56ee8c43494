/** Rate limits: how much is left, by subject. */
import type { ControlMigration } from './control-migration.js'

export const BUDGETS: ControlMigration = {
  id: 10,
  name: 'budgets',
  sql: `
    create table control.budgets (
      subject text primary key,
      left_over double precision not null,
      at timestamptz not null
    );
    create index budgets_age_idx on control.budgets (at);
  `,
}
