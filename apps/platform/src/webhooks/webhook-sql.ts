/**
 * What webhooks need in a project's database: a queue, and a trigger for each webhook that writes into it, in the transaction
 * of the change. Made where a project has a webhook, by the login that runs the platform's migrations.
 */
import type { WebhookEvent } from '@basedeck/platform-client/contract'
import { WEBHOOK_TRIGGER } from '../schema-diff/own-names.js'

/** NOTIFY wakes the platform; it carries nothing. */
export const WEBHOOK_CHANNEL = 'basedeck_webhooks'

/** Longer bodies are sent without the rows. */
export const BODY_MAX_BYTES = 1_000_000

/**
 * Idempotent. The row becomes JSON with the rights of whoever changes it, because a cast of the project may run then; only
 * the queue is written with those of the platform, and only by a trigger.
 */
export const PREPARE_SQL = `
create schema if not exists basedeck;
grant usage on schema basedeck to public;
create table if not exists basedeck.webhook_queue (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null,
  event text not null,
  body text not null,
  at timestamptz not null default pg_catalog.clock_timestamp()
);
create index if not exists webhook_queue_at on basedeck.webhook_queue (at, id);
-- Whose dump reads the notes of what was prepared reads every table.
do $grants$ declare reader text; begin
  for reader in select pg_catalog.quote_ident(r.rolname) from pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a
    join pg_catalog.pg_roles r on r.oid = a.grantee
    where c.oid = pg_catalog.to_regclass('basedeck.migrations') and a.privilege_type = 'SELECT'
  loop
    execute pg_catalog.format('grant select on basedeck.webhook_queue to %s', reader);
  end loop;
end $grants$;
create or replace function basedeck.queue_webhook(webhook_id uuid, event text, body text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if pg_catalog.pg_trigger_depth() = 0 then
    raise exception 'only a trigger of a webhook writes into the queue' using errcode = 'insufficient_privilege';
  end if;
  insert into basedeck.webhook_queue (webhook_id, event, body) values (webhook_id, event, body);
  perform pg_catalog.pg_notify('${WEBHOOK_CHANNEL}', '');
end $$;
create or replace function basedeck.tell_webhook() returns trigger language plpgsql as $$
declare
  root oid := coalesce(pg_catalog.pg_partition_root(tg_relid), tg_relid);
  of_table record;
  body text;
begin
  select c.relname, n.nspname into of_table from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = root;
  body := pg_catalog.json_build_object(
    'type', tg_op, 'table', of_table.relname, 'schema', of_table.nspname,
    'record', case when tg_op <> 'DELETE' then pg_catalog.to_json(new) end,
    'old_record', case when tg_op <> 'INSERT' then pg_catalog.to_json(old) end);
  if pg_catalog.octet_length(body) > ${BODY_MAX_BYTES} then
    body := pg_catalog.json_build_object(
      'type', tg_op, 'table', of_table.relname, 'schema', of_table.nspname,
      'record', null, 'old_record', null, 'is_cut', true);
  end if;
  perform basedeck.queue_webhook(tg_argv[0]::pg_catalog.uuid, tg_op, body);
  return null;
end $$;
revoke all on function basedeck.tell_webhook() from public;
`

/** Whether webhooks were ever on in this database, or in the one that it is a copy of. */
export const IS_PREPARED_SQL = `select pg_catalog.to_regclass('basedeck.webhook_queue') is not null`

/** The triggers of webhooks: name, schema, table, mode. Those of partitions belong to their table. */
export const TRIGGERS_SQL = `select t.tgname, n.nspname, c.relname, t.tgenabled
  from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgparentid = 0 and pg_catalog.starts_with(t.tgname::text, '${WEBHOOK_TRIGGER}')`

/** Which of the tables in $1, JSON of [{s, t}], exist and can have row triggers. */
export const TABLES_SQL = `select n.nspname, c.relname from pg_catalog.json_to_recordset($1::json) as asked (s text, t text)
  join pg_catalog.pg_namespace n on n.nspname = asked.s
  join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = asked.t and c.relkind in ('r', 'p')`

/** The oldest first, as many as a process can hold. */
export const TAKE_SQL = `select id, webhook_id, event, body from (
    select q.*, sum(pg_catalog.octet_length(q.body)) over (order by q.at, q.id) - pg_catalog.octet_length(q.body) as before
    from (select * from basedeck.webhook_queue order by at, id limit 200) q) sized
  where before < ${4 * BODY_MAX_BYTES} order by at, id`
/** $1: ids as JSON. */
export const TAKEN_SQL = `delete from basedeck.webhook_queue
  where id in (select value::uuid from pg_catalog.json_array_elements_text($1::json))`

export interface WebhookTrigger {
  webhookId: string
  schema: string
  table: string
  events: readonly WebhookEvent[]
}

const LETTERS: Readonly<Record<WebhookEvent, string>> = { INSERT: 'i', UPDATE: 'u', DELETE: 'd' }

/** Its name says what it tells, so that one that tells something else has another name. */
export function triggerName({ webhookId, events }: Pick<WebhookTrigger, 'webhookId' | 'events'>): string {
  const letters = (['INSERT', 'UPDATE', 'DELETE'] as const).filter((event) => events.includes(event))
  return `${WEBHOOK_TRIGGER}${webhookId.replaceAll('-', '')}_${letters.map((event) => LETTERS[event]).join('')}`
}

/** The webhook of a trigger, as a UUID. */
export function webhookOfTrigger(name: string): string | undefined {
  const [, hex] = /^([0-9a-f]{32})_[iud]{1,3}$/.exec(name.slice(WEBHOOK_TRIGGER.length)) ?? []
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export function createTriggerSql(trigger: WebhookTrigger): string {
  const { webhookId, schema, table, events } = trigger
  return `create trigger ${quoted(triggerName(trigger))} after ${events.join(' or ')} on ${quoted(schema)}.${quoted(table)}
    for each row execute function basedeck.tell_webhook('${webhookId}')`
}

export function dropTriggerSql(name: string, schema: string, table: string): string {
  return `drop trigger if exists ${quoted(name)} on ${quoted(schema)}.${quoted(table)}`
}
