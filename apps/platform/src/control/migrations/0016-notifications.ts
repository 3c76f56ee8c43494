/** Notifications, one row for each person, and the errors that the advisors found when they last ran by themselves. */
import type { ControlMigration } from './control-migration.js'

export const NOTIFICATIONS: ControlMigration = {
  id: 16,
  name: 'notifications',
  sql: `
    create table control.notifications (
      id uuid primary key default gen_random_uuid(),
      profile_id uuid not null references control.profiles on delete cascade,
      name text not null,
      status text not null default 'new' check (status in ('new', 'seen', 'archived')),
      priority text not null check (priority in ('Critical', 'Warning', 'Info')),
      inserted_at timestamptz not null default now(),
      -- What it tells. The same fact is not told a second time while it is unread.
      fact text not null,
      -- The resource that one must be allowed to read; 'installation': for administrators.
      audience text not null,
      -- Null: it is about the installation.
      organization_id integer,
      project_id integer references control.projects on delete cascade,
      data jsonb not null,
      -- It ends with the membership.
      constraint notifications_member_fkey foreign key (organization_id, profile_id)
        references control.members (organization_id, profile_id) on delete cascade
    -- The status is in no index and pages have room, so that archiving ten thousand rows writes no index.
    ) with (fillfactor = 50);
    create index notifications_list_idx on control.notifications (profile_id, inserted_at desc, id);
    create index notifications_fact_idx on control.notifications (profile_id, fact);
    create index notifications_project_idx on control.notifications (project_id);

    -- Members of the organization that a project leaves may not see it any more.
    create function control.leave_notifications() returns trigger language plpgsql as $$
      begin
        delete from control.notifications
          where project_id = new.id and organization_id is distinct from new.organization_id;
        return null;
      end
    $$;
    create trigger leave_notifications after update of organization_id on control.projects
      for each row execute function control.leave_notifications();

    create function control.tell_notification_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('basedeck_notifications', profile_id::text)
          from (select distinct profile_id from changed) people;
        return null;
      end
    $$;
    create trigger tell_insert after insert on control.notifications referencing new table as changed
      for each statement execute function control.tell_notification_change();
    create trigger tell_update after update on control.notifications referencing new table as changed
      for each statement execute function control.tell_notification_change();
    create trigger tell_delete after delete on control.notifications referencing old table as changed
      for each statement execute function control.tell_notification_change();

    create table control.known_lints (
      project_id integer not null references control.projects on delete cascade,
      lint text not null,
      primary key (project_id, lint)
    );
  `,
}
