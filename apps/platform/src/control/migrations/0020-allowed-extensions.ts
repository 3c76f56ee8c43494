/** Extensions that reach beyond their database, and that an administrator opened for one project. */
import type { ControlMigration } from './control-migration.js'

export const ALLOWED_EXTENSIONS: ControlMigration = {
  id: 20,
  name: 'allowed-extensions',
  sql: `
    create table control.allowed_extensions (
      project_id bigint not null references control.projects on delete cascade,
      name text not null,
      allowed_by uuid references control.profiles on delete set null,
      allowed_at timestamptz not null default now(),
      primary key (project_id, name)
    );
  `,
}
