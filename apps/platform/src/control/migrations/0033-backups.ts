/** Backups that the platform keeps of its projects. */
import type { ControlMigration } from './control-migration.js'

export const BACKUPS: ControlMigration = {
  id: 33,
  name: 'backups',
  sql: `
    -- What members changed; the rest are the defaults.
    alter table control.projects add column backups jsonb;
    create table control.backups (
      -- Names the file.
      id uuid primary key,
      project_id integer not null references control.projects on delete cascade,
      kind text not null check (kind in ('scheduled', 'manual', 'before_restore')),
      status text not null check (status in ('running', 'completed', 'failed')),
      engine text not null,
      begun_at timestamptz not null,
      ended_at timestamptz,
      bytes bigint,
      error text,
      -- The line of the write-ahead log that follows it. Null: none was kept.
      wal_line text,
      -- From when on the database can be replayed further along that line.
      consistent_at timestamptz,
      proof_at timestamptz,
      proof_is_good boolean,
      proof_detail text
    );
    create index backups_of_project on control.backups (project_id, begun_at desc);
  `,
}
