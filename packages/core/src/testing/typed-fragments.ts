/** Everyday SQL up to a key that may end a word: all clauses of SELECT, DML, DDL and PL/pgSQL. */

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Complete: Enter starts a new line, Tab is a blank. */
export const TYPED_FRAGMENTS = lines(`
select
select distinct
select all
select *
select id
select id, name
select id as
select id as number
select 1
select 'text'
select null
select true
select false
select count(*)
select count(*) as
select c.id
select c.*
select current_date
select current_timestamp
select now()
select id from
select * from customers
select * from customers c
select * from customers as
select * from customers as c
select * from only
select * from public.customers
select * from customers, orders
select * from customers where
select * from customers where id
select * from customers where id =
select * from customers where id = 1
select * from customers where id is
select * from customers where id is null
select * from customers where id is not
select * from customers where id is not null
select * from customers where id in
select * from customers where id in (1, 2)
select * from customers where id not
select * from customers where id not in
select * from customers where name like
select * from customers where name ilike
select * from customers where name not like
select * from customers where name similar to
select * from customers where id between
select * from customers where id between 1
select * from customers where id between 1 and
select * from customers where id between 1 and 2
select * from customers where id = 1 and
select * from customers where id = 1 or
select * from customers where not
select * from customers where exists
select * from customers where id = any
select * from customers where id = all
select * from customers where id = some
select * from customers where name is distinct from
select * from customers where name is not distinct from
select * from customers where created_at at time zone
select * from customers where name collate
select * from customers join
select * from customers join orders
select * from customers join orders o
select * from customers join orders o on
select * from customers join orders o on o.id
select * from customers join orders o on o.id =
select * from customers join orders using
select * from customers left
select * from customers left join
select * from customers left join orders o on
select * from customers left outer
select * from customers left outer join
select * from customers right join
select * from customers inner join
select * from customers full join
select * from customers full outer join
select * from customers cross join
select * from customers natural join
select * from customers, lateral
select * from customers left join lateral
select * from customers group
select * from customers group by
select * from customers group by id
select * from customers group by rollup
select * from customers group by cube
select * from customers group by grouping sets
select * from customers group by id having
select * from customers order
select * from customers order by
select * from customers order by id
select * from customers order by id asc
select * from customers order by id desc
select * from customers order by id nulls
select * from customers order by id nulls first
select * from customers order by id desc nulls last
select * from customers order by 1
select * from customers limit
select * from customers limit 10
select * from customers limit all
select * from customers limit 10 offset
select * from customers limit 10 offset 20
select * from customers offset
select * from customers fetch
select * from customers fetch first
select * from customers fetch first 10 rows only
select * from customers for
select * from customers for update
select * from customers for no key update
select * from customers for share
select * from customers for update nowait
select * from customers for update skip
select * from customers for update skip locked
select * from customers tablesample
select 1 union
select 1 union all
select 1 union distinct
select 1 intersect
select 1 except
select 1 except all
select case
select case when
select case when id
select case when id = 1 then
select case when id = 1 then 2 else
select case when id = 1 then 2 else 3 end
select case when id = 1 then 2 end as
select cast(id as
select cast(id as text
select id::
select id::text
select id::int
select id::bigint
select id::numeric
select id::timestamp
select interval
select array
select row
select extract
select coalesce
select sum(total) over
select sum(total) filter
select sum(total) over (partition by
select sum(total) over (order by
select sum(total) over (rows between unbounded preceding and current row
select sum(total) over w from orders window
select string_agg(name, ',' order by
select percentile_cont(0.5) within group
with
with recent as
with recursive
with recent as materialized
with recent as not materialized
values
values (1)
table customers
insert
insert into
insert into customers
insert into customers (id
insert into customers (id, name) values
insert into customers (id, name) select
insert into customers default
insert into customers default values
insert into customers values (1) on
insert into customers values (1) on conflict
insert into customers values (1) on conflict (id) do
insert into customers values (1) on conflict (id) do nothing
insert into customers values (1) on conflict (id) do update
insert into customers values (1) on conflict (id) do update set
insert into customers values (1) returning
insert into customers values (1) returning id
insert into customers overriding system value
update
update customers
update customers set
update customers set name
update customers set name =
update customers set name = default
update customers set name = null
update customers set name = 'x' where
update customers set name = 'x' from
update customers set name = 'x' returning
delete
delete from
delete from customers
delete from customers where
delete from customers using
delete from customers returning
merge into
merge into customers using
merge into customers c using orders o on
merge into customers c using orders o on true when
merge into customers c using orders o on true when matched
merge into customers c using orders o on true when matched then
merge into customers c using orders o on true when matched then do nothing
truncate
truncate table
truncate customers cascade
truncate customers restart identity
explain
explain analyze
explain (analyze, buffers) select
create
create table
create table if not exists
create table t
create table t (id
create table t (id int
create table t (id bigint
create table t (id uuid
create table t (id text not
create table t (id text not null
create table t (id text default
create table t (id text primary
create table t (id text primary key
create table t (id bigint generated always as identity
create table t (id bigint generated by default as identity
create table t (id text unique
create table t (id text check
create table t (id text references
create table t (id bigint references customers
create table t (id bigint references customers on
create table t (id bigint references customers on delete
create table t (id bigint references customers on delete cascade
create table t (id bigint references customers on delete set null
create table t (id bigint references customers on update restrict
create table t (id int) partition by
create table t (id int) partition by range
create table t partition of
create table t as
create temp
create temporary table
create unlogged table
create view
create or replace
create or replace view
create view v as
create view v as select
create materialized
create materialized view
create index
create index on
create unique
create unique index
create index concurrently
create index i on orders using
create schema
create schema if not exists
create extension
create extension if not exists
create type
create type t as
create type t as enum
create domain d as
create sequence
create sequence s start
create sequence s increment by
create role
create role r login
create role r with password
create policy
create policy p on orders
create policy p on orders for
create policy p on orders for select
create policy p on orders for all to
create policy p on orders to
create policy p on orders using
create policy p on orders with check
create policy p on orders as permissive
create trigger
create trigger t before
create trigger t before insert
create trigger t before insert or update
create trigger t after
create trigger t after delete
create trigger t after insert on orders for each row
create trigger t after insert on orders for each statement
create trigger t after insert on orders for each row execute
create trigger t after insert on orders for each row execute function
create function
create or replace function
create function f() returns
create function f() returns void
create function f() returns trigger
create function f() returns setof
create function f() returns table
create function f() returns int language
create function f() returns int language sql
create function f() returns int language plpgsql
create function f() returns int stable
create function f() returns int immutable
create function f() returns int security definer
create publication p for all tables
alter
alter table
alter table if exists
alter table only
alter table orders
alter table orders add
alter table orders add column
alter table orders add column note text
alter table orders add constraint
alter table orders drop
alter table orders drop column
alter table orders drop column note cascade
alter table orders drop constraint
alter table orders alter
alter table orders alter column
alter table orders alter column note type
alter table orders alter column note set
alter table orders alter column note set not null
alter table orders alter column note drop default
alter table orders rename
alter table orders rename to
alter table orders rename column
alter table orders enable
alter table orders enable row level security
alter table orders disable
alter table orders force row level security
alter table orders owner to
alter table orders set schema
alter role
alter default privileges
drop
drop table
drop table if exists
drop table orders
drop table orders cascade
drop table orders restrict
drop view
drop index
drop index concurrently
drop function
drop policy
drop trigger
drop schema
drop type
comment
comment on
comment on table
comment on column
grant
grant select
grant select on
grant select on orders to
grant all
grant all on
grant usage on schema
grant execute on function
grant select on all tables in schema
revoke
revoke all
revoke all on
revoke all on orders from
begin
commit
rollback
rollback to
savepoint
release savepoint
start transaction
set
set role
set local
set search_path
set search_path to
show
reset
reset role
reset all
vacuum
vacuum full
vacuum analyze
analyze
reindex
reindex table
copy
copy orders
copy orders from
copy orders to
copy orders to stdout
refresh materialized view
listen
notify
lock table
call
do
prepare
execute
deallocate
discard all
declare
declare total int
if
if total > 1 then
elsif
else
end
end if
loop
end loop
while
for
foreach
exit
exit when
continue
return
return next
return query
raise
raise notice
raise exception
perform
exception
exception when
get diagnostics
open
close
fetch
`)

/** Incomplete: Enter and Tab complete the word. */
export const ACCEPTED_FRAGMENTS = lines(`
sel
inse
upda
dele
trunc
expl
creat
select * from cust
select * from order_i
select * from customers c join ord
select * from customers c left join order_it
select * from customers where nam
select * from customers where regi
select * from customers where created
select customer from orders where stat
select * from customers c where c.em
select c.na from customers c where c.na
insert into cust
update cust
delete from cust
update customers set nam
select * from customers group by regi
select * from customers order by creat
select * from customers c join orders o on o.cust
select coun
select id::big
select * from customers wher
select * from customers grou
select * from customers orde
select * from customers limi
`)
