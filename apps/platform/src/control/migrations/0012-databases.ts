/** A project has databases, the first of them its primary; a branch is a row that says what project it is a branch of. */
import type { ControlMigration } from './control-migration.js'

export const DATABASES: ControlMigration = {
  id: 12,
  name: 'databases',
  sql: `
    create table control.databases (
      id integer generated always as identity primary key,
      -- Of the primary it is the project's ref.
      identifier text not null constraint databases_identifier_key unique,
      project_id integer not null references control.projects on delete cascade,
      type text not null check (type in ('PRIMARY', 'READ_REPLICA')),
      -- Of a replica. The primary's is the project's.
      status text check ((type = 'PRIMARY') = (status is null)),
      cloud_provider text not null default 'local',
      region text not null default 'local',
      engine text not null check (engine in ('cluster', 'pglite', 'postgres')),
      postgres_major integer,
      version_number integer,
      runs_as_superuser boolean not null default false,
      -- The installation whose data directory holds the database; null for one that is reached by URL.
      installation_id uuid,
      db_host text not null,
      db_port integer not null default 5432,
      db_name text not null default 'postgres',
      db_user text not null default 'postgres',
      created_at timestamptz not null default now()
    );
    create index databases_project_idx on control.databases (project_id);
    create unique index databases_primary_key on control.databases (project_id) where type = 'PRIMARY';
    insert into control.databases (identifier, project_id, type, cloud_provider, region, engine, postgres_major,
        version_number, runs_as_superuser, installation_id, db_host, db_port, db_name, db_user, created_at)
      select ref, id, 'PRIMARY', cloud_provider, region, engine, postgres_major,
        version_number, runs_as_superuser, installation_id, db_host, db_port, db_name, db_user, created_at
      from control.projects order by id;

    create table control.branches (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      project_id integer not null constraint branches_project_key unique references control.projects on delete cascade,
      -- The project that it is a branch of; of the default branch it is the project itself.
      parent_project_id integer not null references control.projects on delete cascade,
      is_default boolean not null default false check (is_default = (project_id = parent_project_id)),
      persistent boolean not null default false,
      git_branch text,
      review_requested_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index branches_parent_idx on control.branches (parent_project_id);
    insert into control.branches (name, project_id, parent_project_id, is_default, created_at, updated_at)
      select case when parent.id is null then 'main' else p.name end, p.id, coalesce(parent.id, p.id), parent.id is null,
        p.created_at, p.updated_at
      from control.projects p left join control.projects parent on parent.ref = p.parent_ref order by p.id;

    alter table control.projects drop column cloud_provider, drop column region, drop column parent_ref,
      drop column engine, drop column postgres_major, drop column version_number, drop column runs_as_superuser,
      drop column installation_id, drop column db_host, drop column db_port, drop column db_name, drop column db_user;

    create function control.tell_database_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('basedeck_projects', ref) from control.projects
          where id = coalesce(new.project_id, old.project_id);
        return null;
      end
    $$;
    create trigger tell_change after insert or update or delete on control.databases
      for each row execute function control.tell_database_change();
  `,
}
