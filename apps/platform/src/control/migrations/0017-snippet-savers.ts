/** Who saved a snippet last: a user who has to choose between two versions is told whose the other one is. */
import type { ControlMigration } from './control-migration.js'

export const SNIPPET_SAVERS: ControlMigration = {
  id: 17,
  name: 'snippet-savers',
  sql: `
    -- Null: not known, or the account was deleted.
    alter table control.snippets add column updated_by uuid references control.profiles on delete set null;
    create index snippets_updated_by_idx on control.snippets (updated_by);
  `,
}
