/** What SQL sends to channels: functions as the services of the family have them. A message that can't be stored warns. */
export const SEND_SQL = `
  create or replace function realtime.topic() returns text language sql stable as
    $topic$ select nullif(pg_catalog.current_setting('realtime.topic', true), '')::text $topic$;

  create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql as $send$
  declare
    message uuid := pg_catalog.gen_random_uuid();
  begin
    perform basedeck.keep_message_days();
    perform pg_catalog.set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
      values (message, case when pg_catalog.jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then payload || pg_catalog.jsonb_build_object('id', message) else payload end, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'the message could not be sent: %', sqlerrm;
  end $send$;

  create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
  language plpgsql as $send$
  begin
    perform basedeck.keep_message_days();
    perform pg_catalog.set_config('realtime.topic', topic, true);
    insert into realtime.messages (binary_payload, event, topic, private, extension)
      values (payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'the message could not be sent: %', sqlerrm;
  end $send$;

  create or replace function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text,
    table_schema text, new record, old record, level text default 'ROW') returns void language plpgsql as $send$
  begin
    if level = 'STATEMENT' then
      raise exception 'realtime.broadcast_changes is for triggers of each row, not of a statement';
    end if;
    if operation not in ('INSERT', 'UPDATE', 'DELETE') then
      raise exception 'There is no operation %', operation;
    end if;
    perform realtime.send(pg_catalog.jsonb_build_object('old_record', pg_catalog.to_jsonb(old), 'record', pg_catalog.to_jsonb(new),
      'operation', operation, 'table', table_name, 'schema', table_schema), event_name, topic_name);
  end $send$;
  grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean),
    realtime.send_binary(bytea, text, text, boolean),
    realtime.broadcast_changes(text, text, text, text, text, record, record, text) to public;
`
