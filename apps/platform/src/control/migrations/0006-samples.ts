/** How large a project's database was and how many sessions were open, measured while it was in use. */
import type { ControlMigration } from './control-migration.js'

export const SAMPLES: ControlMigration = {
  id: 6,
  name: 'samples',
  sql: `
    create table control.samples (
      project_id integer not null references control.projects on delete cascade,
      at timestamptz not null,
      size_bytes bigint not null,
      connections integer not null,
      primary key (project_id, at)
    );
  `,
}
