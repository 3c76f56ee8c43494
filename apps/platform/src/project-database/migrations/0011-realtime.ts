/**
 * Schema `realtime`: messages that the database sends, kept for three days, and what policies of private channels are written
 * with. Where another service keeps its messages there, nothing is altered.
 */
import type { Migration } from './migration.js'
import { CHANNEL_RIGHTS_SQL } from './realtime/channel-rights.js'
import { MESSAGES_PUBLICATION } from './realtime/change-queue.js'
import { SEND_SQL } from './realtime/send.js'

/** On `realtime.messages`: tells that it is ours. */
export const MESSAGES_MARK = 'Messages of channels, kept by Basedeck for three days.'

const IS_OF_OTHERS = `to_regclass('realtime.messages') is not null and pg_catalog.obj_description(to_regclass('realtime.messages'), 'pg_class')
    is distinct from '${MESSAGES_MARK}' or to_regclass('realtime.schema_migrations') is not null`

export const REALTIME: Migration = {
  id: 11,
  name: 'realtime',
  sql: ({ role }) => `
do $realtime$
begin
  if ${IS_OF_OTHERS} then
    return;
  end if;
  create schema if not exists realtime;
  grant usage on schema realtime to anon, authenticated, service_role;
  grant all on schema realtime to ${role} with grant option;
  create table if not exists realtime.messages (
    topic text not null,
    extension text not null,
    payload jsonb,
    event text,
    private boolean default false,
    updated_at timestamp not null default now(),
    inserted_at timestamp not null default now(),
    id uuid not null default gen_random_uuid(),
    binary_payload bytea,
    primary key (id, inserted_at)
  ) partition by range (inserted_at);
  comment on table realtime.messages is '${MESSAGES_MARK}';
  alter table realtime.messages enable row level security;
  create index if not exists messages_topic on realtime.messages (topic, inserted_at desc) where private and extension = 'broadcast';
  grant select, insert, update on realtime.messages to anon, authenticated, service_role;

  -- Each day has a table of its own, so that an old one is dropped at once.
  create or replace function basedeck.keep_message_days() returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $days$
  declare
    today date := (pg_catalog.now() at time zone 'utc')::date;
    one record;
  begin
    if pg_catalog.to_regclass(pg_catalog.format('realtime.messages_%s', pg_catalog.to_char(today + 2, 'YYYY_MM_DD'))) is not null then
      return;
    end if;
    for one in select today + n as day, pg_catalog.format('messages_%s', pg_catalog.to_char(today + n, 'YYYY_MM_DD')) as name
      from pg_catalog.generate_series(-1, 2) n
    loop
      begin
        execute pg_catalog.format('create table if not exists realtime.%I partition of realtime.messages for values from (%L) to (%L)',
          one.name, one.day, one.day + 1);
        execute pg_catalog.format('alter table realtime.%I owner to %s', one.name, $role$${role}$role$);
      exception when duplicate_table or invalid_object_definition then
        -- Another session was faster.
        null;
      end;
    end loop;
    for one in select c.relname as name from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'realtime.messages'::regclass and c.relname < pg_catalog.format('messages_%s', pg_catalog.to_char(today - 3, 'YYYY_MM_DD'))
        and c.relname ~ '^messages_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
    loop
      execute pg_catalog.format('drop table if exists realtime.%I', one.name);
    end loop;
  end $days$;
  grant execute on function basedeck.keep_message_days() to public;
  perform basedeck.keep_message_days();
  ${SEND_SQL}
  ${CHANNEL_RIGHTS_SQL}
  execute pg_catalog.format('alter table realtime.messages owner to %s', $role$${role}$role$);
  begin
    if not exists (select from pg_catalog.pg_publication where pubname = '${MESSAGES_PUBLICATION}') then
      create publication ${MESSAGES_PUBLICATION} for table realtime.messages with (publish = 'insert', publish_via_partition_root = true);
      execute pg_catalog.format('alter publication ${MESSAGES_PUBLICATION} owner to %s', $role$${role}$role$);
    end if;
  exception when insufficient_privilege then
    raise warning 'what the database sends is not delivered: this user may make no publication';
  end;
end $realtime$;
`,
}
