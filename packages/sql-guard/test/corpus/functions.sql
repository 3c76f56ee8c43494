create function add(a int, b int default 1) returns int language sql immutable as 'select a + b;';
create or replace function public.touch() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  if new.title = 'x;' then raise exception 'no; %', new.title; end if;
  return new;
end;
$$;
create function nested() returns text as $outer$ begin return $inner$ ; $$ $inner$; end $outer$ language plpgsql;
create function twice(n int) returns int language sql return n * 2;
create function body_of_two() returns int language sql begin atomic
  insert into log values ('a;b');
  select case when n > 0 then 1 else 2 end from numbers;
end;
create or replace procedure cleanup(inout n int) language sql
begin atomic
  delete from log where at < now() - interval '1 day';
  update counters set n = n + 1 where id = 1;
end;
create function empty_body() returns void begin atomic end;
create function with_labels() returns int begin atomic select t.end as end from t; select 1 end; end;
create function outer_body() returns int begin atomic
  create function inner_body() returns int begin atomic select 1; select 2; end;
  create rule r as on insert to t do (select 1; select 2);
  select 3;
end;
create function begin(begin int) returns int language sql begin atomic select begin; end;
create procedure p(a int) language plpgsql as $_$ begin commit; end $_$;
create function rows_of() returns table (id int, title text) language sql stable begin atomic select id, title from articles; end;
create function set_of() returns setof articles rows 10 cost 5 parallel safe as $$ select * from articles $$ language sql;
create function variadic_one(variadic list int[]) returns int as $é$ select 1; $é$ language sql;
alter function add(int, int) owner to postgres;
alter function add(int, int) set work_mem to '1MB' reset all;
select add(1), public.add(a => 1, b := 2), pg_catalog.lower('X'), "Quoted"(1), s . "F" (1);
select variadic_one(variadic array[1, 2]), count(distinct a order by a), array_agg(a) filter (where b) from t;
create trigger t_begin after insert on t referencing new table as added for each statement execute procedure p();
