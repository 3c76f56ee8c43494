/**
 * Several processes on one control plane: which are alive, which works on which project, when jobs ran last, and
 * notifications of changes.
 */
import type { ControlMigration } from './control-migration.js'

export const PROCESSES: ControlMigration = {
  id: 11,
  name: 'processes',
  sql: `
    create table control.processes (
      installation_id uuid primary key,
      address text not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    create table control.jobs (
      name text primary key,
      done_at timestamptz not null
    );
    alter table control.projects add column worker_id uuid;
    alter table control.projects add column runs_as_superuser boolean not null default false;
    create function control.tell_project_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('basedeck_projects', coalesce(new.ref, old.ref));
        return null;
      end
    $$;
    create trigger tell_change after insert or update or delete on control.projects
      for each row execute function control.tell_project_change();
  `,
}
