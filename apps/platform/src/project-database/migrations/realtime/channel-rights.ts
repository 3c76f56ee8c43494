/**
 * What policies on `realtime.messages` let a caller do on a private channel. Rows are inserted, looked at and inserted as that
 * caller; its transaction is rolled back.
 */
export const CHANNEL_RIGHTS_SQL = `
  -- Rows without an event are delivered to nobody.
  create or replace function basedeck.probe_messages(topic text) returns uuid[] language sql security definer
  set search_path = pg_catalog, pg_temp as $probe$
    with probes as (
      insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true), ($1, 'presence', true) returning id
    )
    select pg_catalog.array_agg(id) from probes
  $probe$;

  create or replace function basedeck.channel_rights(role text, claims text, topic text) returns json language plpgsql as $rights$
  declare
    probes uuid[] := basedeck.probe_messages(topic);
    reads text[];
    writes text[] := array[]::text[];
    refusal text;
    one text;
  begin
    perform pg_catalog.set_config('realtime.topic', topic, true),
      pg_catalog.set_config('request.jwt.claims', claims, true),
      pg_catalog.set_config('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', ''), true),
      pg_catalog.set_config('request.jwt.claim.role', role, true),
      pg_catalog.set_config('role', role, true);
    begin
      select pg_catalog.array_agg(m.extension) into reads from realtime.messages m where m.id = any (probes);
    exception when others then
      refusal := sqlerrm;
    end;
    foreach one in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension, private) values (channel_rights.topic, one, true);
        writes := writes || one;
      exception when others then
        refusal := sqlerrm;
      end;
    end loop;
    return pg_catalog.json_build_object('reads', coalesce(reads, array[]::text[]), 'writes', writes, 'refusal', refusal);
  end $rights$;
  grant execute on function basedeck.probe_messages(text), basedeck.channel_rights(text, text, text) to public;
`
