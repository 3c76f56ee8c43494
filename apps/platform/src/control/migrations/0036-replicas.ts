/** Read replicas of projects: how far each is, how far it is behind, and whether the data API reads from them. */
import type { ControlMigration } from './control-migration.js'

export const REPLICAS: ControlMigration = {
  id: 36,
  name: 'replicas',
  sql: `
    alter table control.databases
      -- Of a replica: the last step of its setup that is done.
      add column setup_step text,
      -- Of a replica whose setup failed, or that is unhealthy: a sentence.
      add column status_reason text,
      -- Of the copy under way.
      add column copied_bytes bigint,
      add column copy_bytes bigint,
      add column copy_begun_at timestamptz,
      -- Where the former primary's files go; not null while the replica takes its place.
      add column promoting_to text;
    -- What members changed; the rest are the defaults.
    alter table control.projects add column replica_reads jsonb;
    create table control.replica_lag (
      database_id integer not null references control.databases on delete cascade,
      at timestamptz not null,
      bytes bigint not null,
      seconds float8 not null,
      primary key (database_id, at)
    );
  `,
}
