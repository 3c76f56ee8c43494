/** SQL templates. Each runs unchanged in a project's database; the names are examples. */

export type TemplateKind = 'template' | 'quickstart'

/** A SQL template, which runs unchanged. */
export interface Template {
  id: TemplateId
  kind: TemplateKind
  sql: string
}

const CREATED_AT_COLUMN = `created_at timestamptz not null default now()`
const ID_COLUMN = `id bigint generated always as identity primary key`

const TEMPLATES = {
  'create-table': `create table books (
  ${ID_COLUMN},
  title text not null,
  author text,
  price numeric(10, 2) check (price >= 0),
  ${CREATED_AT_COLUMN}
);

comment on table books is 'What the shop sells.';`,

  'create-view': `create view largest_schemas as
select
  n.nspname as schema,
  count(*) as tables,
  pg_size_pretty(sum(pg_total_relation_size(c.oid))) as size
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'm')
group by n.nspname
order by sum(pg_total_relation_size(c.oid)) desc;`,

  'create-function': `create function full_name(first_name text, last_name text)
returns text
language sql
immutable
return trim(concat(first_name, ' ', last_name));

select full_name('Ada', 'Lovelace');`,

  'updated-at': `create table notes (
  ${ID_COLUMN},
  body text not null,
  updated_at timestamptz not null default now()
);

create function touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create trigger notes_touch_updated_at
before update on notes
for each row execute function touch_updated_at();`,

  'row-level-security': `create table documents (
  ${ID_COLUMN},
  owner_id uuid not null default auth.uid(),
  title text not null
);

alter table documents enable row level security;

create policy "Owners do everything with their documents"
on documents for all to authenticated
using (owner_id = auth.uid())
with check (owner_id = auth.uid());`,

  'public-read': `create table articles (
  ${ID_COLUMN},
  title text not null,
  is_published boolean not null default false
);

alter table articles enable row level security;

create policy "Everybody reads what is published"
on articles for select to anon, authenticated
using (is_published);`,

  'full-text-search': `create table pages (
  ${ID_COLUMN},
  title text not null,
  body text not null,
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')
  ) stored
);

create index pages_search on pages using gin (search);

select id, title, ts_rank(search, query) as rank
from pages, websearch_to_tsquery('english', 'fast database') as query
where search @@ query
order by rank desc
limit 20;`,

  upsert: `create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

insert into settings (name, value)
values ('theme', '"dark"')
on conflict (name) do update
set value = excluded.value, updated_at = now()
returning *;`,

  'json-rows': `with orders (id, body) as (
  values
    (1, '{"customer": "Ada", "lines": [{"sku": "A-1", "qty": 2}, {"sku": "B-2", "qty": 1}]}'::jsonb),
    (2, '{"customer": "Grace", "lines": [{"sku": "A-1", "qty": 5}]}'::jsonb)
)
select o.id, o.body ->> 'customer' as customer, line.sku, line.qty
from orders o
cross join jsonb_to_recordset(o.body -> 'lines') as line (sku text, qty int)
order by o.id, line.sku;`,

  'materialized-view': `create table sales (
  day date not null,
  amount numeric(12, 2) not null
);

create materialized view sales_by_month as
select date_trunc('month', day)::date as month, sum(amount) as amount
from sales
group by 1;

create unique index sales_by_month_month on sales_by_month (month);

refresh materialized view concurrently sales_by_month;`,

  'largest-tables': `select
  n.nspname as schema,
  c.relname as table,
  pg_size_pretty(pg_total_relation_size(c.oid)) as total,
  pg_size_pretty(pg_relation_size(c.oid)) as rows,
  pg_size_pretty(pg_indexes_size(c.oid)) as indexes
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
order by pg_total_relation_size(c.oid) desc
limit 20;`,

  'running-queries': `select
  pid,
  usename as role,
  state,
  wait_event_type as waits_for,
  now() - query_start as running_for,
  left(query, 200) as query
from pg_stat_activity
where state <> 'idle' and pid <> pg_backend_pid()
order by query_start;`,

  'blocked-queries': `select
  blocked.pid,
  left(blocked.query, 100) as query,
  now() - blocked.query_start as waiting_for,
  blocking.pid as blocked_by,
  left(blocking.query, 100) as blocking_query
from pg_stat_activity blocked
cross join unnest(pg_blocking_pids(blocked.pid)) as blocker (pid)
join pg_stat_activity blocking on blocking.pid = blocker.pid
order by blocked.query_start;`,

  'unused-indexes': `select
  s.schemaname as schema,
  s.relname as table,
  s.indexrelname as index,
  pg_size_pretty(pg_relation_size(s.indexrelid)) as size
from pg_stat_user_indexes s
join pg_index i on i.indexrelid = s.indexrelid
where s.idx_scan = 0 and not i.indisunique
order by pg_relation_size(s.indexrelid) desc;`,

  'foreign-keys-without-index': `select
  c.conrelid::regclass as table,
  c.conname as foreign_key,
  pg_get_constraintdef(c.oid) as definition
from pg_constraint c
where c.contype = 'f'
  and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid
      and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
  )
order by 1, 2;`,

  'dead-rows': `select
  schemaname as schema,
  relname as table,
  n_live_tup as live_rows,
  n_dead_tup as dead_rows,
  last_autovacuum,
  last_autoanalyze
from pg_stat_user_tables
order by n_dead_tup desc
limit 20;`,

  'to-do-list': `create table todos (
  ${ID_COLUMN},
  owner_id uuid not null default auth.uid(),
  task text not null check (length(task) between 1 and 500),
  is_done boolean not null default false,
  ${CREATED_AT_COLUMN}
);

create index todos_owner on todos (owner_id, is_done);

alter table todos enable row level security;

create policy "People see their own to-dos"
on todos for select to authenticated using (owner_id = auth.uid());

create policy "People add their own to-dos"
on todos for insert to authenticated with check (owner_id = auth.uid());

create policy "People change their own to-dos"
on todos for update to authenticated using (owner_id = auth.uid());

create policy "People remove their own to-dos"
on todos for delete to authenticated using (owner_id = auth.uid());`,

  shop: `create table customers (
  ${ID_COLUMN},
  name text not null,
  email text not null unique
);

create table products (
  ${ID_COLUMN},
  name text not null,
  price numeric(10, 2) not null check (price >= 0)
);

create table orders (
  ${ID_COLUMN},
  customer_id bigint not null references customers on delete restrict,
  placed_at timestamptz not null default now()
);

create table order_lines (
  order_id bigint not null references orders on delete cascade,
  product_id bigint not null references products on delete restrict,
  quantity int not null check (quantity > 0),
  price numeric(10, 2) not null,
  primary key (order_id, product_id)
);

create index orders_customer on orders (customer_id);
create index order_lines_product on order_lines (product_id);

insert into customers (name, email) values ('Ada', 'ada@example.com'), ('Grace', 'grace@example.com');
insert into products (name, price) values ('Notebook', 4.50), ('Pencil', 0.90);`,

  chat: `create table channels (
  ${ID_COLUMN},
  name text not null unique
);

create table channel_members (
  channel_id bigint not null references channels on delete cascade,
  user_id uuid not null,
  primary key (channel_id, user_id)
);

create table messages (
  ${ID_COLUMN},
  channel_id bigint not null references channels on delete cascade,
  author_id uuid not null default auth.uid(),
  body text not null,
  sent_at timestamptz not null default now()
);

create index messages_channel on messages (channel_id, sent_at desc);

alter table channels enable row level security;
alter table channel_members enable row level security;
alter table messages enable row level security;

create policy "People see their memberships"
on channel_members for select to authenticated using (user_id = auth.uid());

create policy "Members see their channels"
on channels for select to authenticated
using (exists (select from channel_members m where m.channel_id = id and m.user_id = auth.uid()));

create policy "Members read messages"
on messages for select to authenticated
using (exists (
  select from channel_members m where m.channel_id = messages.channel_id and m.user_id = auth.uid()
));

create policy "Members write messages in their own name"
on messages for insert to authenticated
with check (
  author_id = auth.uid()
  and exists (
    select from channel_members m where m.channel_id = messages.channel_id and m.user_id = auth.uid()
  )
);`,
}

/** The id of a template. */
export type TemplateId = keyof typeof TEMPLATES

const QUICKSTARTS: ReadonlySet<TemplateId> = new Set<TemplateId>(['to-do-list', 'shop', 'chat'])

/** Every template, in the order in which they are offered. */
export const templates: readonly Template[] = (Object.keys(TEMPLATES) as TemplateId[]).map((name) => ({
  id: name,
  kind: QUICKSTARTS.has(name) ? 'quickstart' : 'template',
  sql: TEMPLATES[name],
}))
