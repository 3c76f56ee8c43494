create function shop.add(a integer, b integer default 10) returns integer language sql immutable as $$ select a + b $$;
create function shop.hello() returns text language sql stable as $$ select 'hello' $$;
create function shop.nothing() returns void language sql as $$ select $$;
create function shop.null_text() returns text language sql stable as $$ select null::text $$;
create function shop.numbers(up_to integer) returns setof integer language sql stable as $$ select generate_series(1, up_to) $$;
create function shop.all_clients() returns setof shop.clients language sql stable as $$ select * from shop.clients order by id $$;
create function shop.client(id integer) returns shop.clients language sql stable as $$ select c from shop.clients c where c.id = $1 $$;
create function shop.in_table(low integer) returns table (n integer, text text) language sql stable as
  $$ select id, name from shop.people where id >= low order by id $$;
create function shop.one_column() returns table (n integer) language sql stable as $$ select 1 union all select 2 $$;
create function shop.outs(a integer, out twice integer, out text text) language sql stable as $$ select a * 2, 'x' $$;
create function shop.inouts(inout a integer) language sql stable as $$ select a + 1 $$;
create function shop.plain_record() returns record language sql stable as $$ select 1 as f1, 'x'::text as f2 $$;
create function shop.add_person(id integer, name text) returns setof shop.people language sql volatile as
  $$ insert into shop.people values (id, name) returning * $$;
create function shop.rename_people() returns setof shop.people language sql volatile as
  $$ update shop.people set name = 'x' returning * $$;
create function shop.sum_of(variadic list integer[]) returns bigint language sql immutable as $$ select sum(n) from unnest(list) n $$;
create function shop.arrays(list text[]) returns text[] language sql immutable as $$ select list $$;
create function shop.over(a integer) returns text language sql immutable as $$ select 'one' $$;
create function shop.over(a integer, b integer) returns text language sql immutable as $$ select 'two' $$;
create function shop.same(a integer) returns text language sql immutable as $$ select 'integer' $$;
create function shop.same(a text) returns text language sql immutable as $$ select 'text' $$;
create function shop.take_json(json) returns json language sql immutable as $$ select $1 $$;
create function shop.take_text(text) returns text language sql immutable as $$ select upper($1) $$;
create function shop.take_bytes(bytea) returns integer language sql immutable as $$ select length($1) $$;
create function shop.of_mood(mood shop.mood) returns text language sql immutable as $$ select mood::text || '!' $$;
create function shop.of_address(address shop.address) returns text language sql immutable as $$ select address.street $$;
create function shop."odd ""name"("odd ""arg" integer) returns integer language sql immutable as $$ select $1 $$;
create function shop.keys_of(value jsonb) returns setof text language sql immutable as $$ select jsonb_object_keys(value) $$;
create function shop."do$&it"() returns integer language sql immutable as $$ select 5 $$;
create function shop.big() returns bigint language sql immutable as $$ select 9007199254740993 $$;
create function shop.as_json() returns json language sql immutable as $$ select '{"a": 1}'::json $$;
create function shop.fail() returns void language plpgsql as $$ begin raise exception 'it failed' using detail = 'why', hint = 'do'; end $$;
create function shop.teapot() returns void language plpgsql as $$ begin raise sqlstate 'PT418' using message = 'teapot'; end $$;
create function shop.custom_error() returns void language plpgsql as $$ begin
  raise sqlstate 'PGRST' using message = '{"code": "123", "message": "mine", "details": "d", "hint": "h"}',
    detail = '{"status": 402, "headers": {"X-Mine": "yes"}}'; end $$;
create function shop.broken_error() returns void language plpgsql as $$ begin raise sqlstate 'PGRST' using message = 'no json'; end $$;
create function shop.divide(a integer) returns integer language sql stable as $$ select 1 / a $$;
create function shop.set_status(status text) returns text language plpgsql as
  $$ begin perform set_config('response.status', status, true); return 'ok'; end $$;
create function shop.set_headers(headers text) returns text language plpgsql stable as
  $$ begin perform set_config('response.headers', headers, true); return 'ok'; end $$;
create function shop.setting(name text) returns text language sql stable as $$ select current_setting(name, true) $$;
create function shop.who() returns text language sql stable as $$ select current_user::text $$;
create function shop.slow() returns text language sql stable set statement_timeout = '100ms' as $$ select pg_sleep(30)::text $$;
create function shop.isolated() returns text language sql stable set default_transaction_isolation = 'serializable' as
  $$ select current_setting('transaction_isolation') $$;
create function shop.set_status_trigger() returns trigger language plpgsql as
  $$ begin perform set_config('response.status', '202', true); return new; end $$;
create table shop.triggered (id integer primary key);
create trigger status before insert on shop.triggered for each row execute function shop.set_status_trigger();
grant insert, select on shop.triggered to writer;
create function shop.check_request() returns void language plpgsql as $$ begin
  if current_setting('request.headers', true)::json ->> 'x-forbidden' = 'yes' then
    raise sqlstate 'PT403' using message = 'not you';
  end if;
  perform set_config('response.headers', '[{"X-Checked": "yes"}]', true);
end $$;
