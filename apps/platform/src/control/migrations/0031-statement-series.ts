/** How often the statements of a project ran, and how long they took, over time. Their texts stay in the project's database. */
import type { ControlMigration } from './control-migration.js'

export const STATEMENT_SERIES: ControlMigration = {
  id: 31,
  name: 'statement series',
  sql: `
    -- What PostgreSQL had counted since its beginning when it was asked last.
    create table control.statement_counters (
      project_id integer not null references control.projects on delete cascade,
      -- PostgreSQL's id of the statement, a number of 64 bits.
      query_id text not null,
      role text not null,
      calls bigint not null,
      total_ms double precision not null,
      rows bigint not null,
      primary key (project_id, query_id, role)
    );
    -- What was counted in an hour or a day (UTC) that begins at that moment.
    create table control.statement_series (
      project_id integer not null references control.projects on delete cascade,
      resolution text not null check (resolution in ('hour', 'day')),
      at timestamptz not null,
      query_id text not null,
      role text not null,
      calls bigint not null,
      total_ms double precision not null,
      rows bigint not null,
      primary key (project_id, resolution, at, query_id, role)
    );
    create index on control.statement_series (project_id, query_id, resolution, at);
    create index on control.statement_series (resolution, at);
  `,
}
