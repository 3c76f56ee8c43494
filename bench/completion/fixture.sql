-- The database of the places: a shop, its blog and its subscriptions.
create role app_user;
create role reporting;
create role shop_reader;
create role shop_writer;

create schema billing;
create schema blog;

create type order_status as enum ('pending', 'paid', 'packed', 'shipped', 'delivered', 'cancelled');
create type payment_method as enum ('card', 'invoice', 'transfer');
create type blog.post_status as enum ('draft', 'review', 'published', 'archived');
create type billing.subscription_state as enum ('trialing', 'active', 'past_due', 'canceled');

create table customers (
  id bigint generated always as identity primary key,
  email text not null unique,
  full_name text not null,
  phone text,
  is_active boolean not null default true,
  marketing_consent boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table customers is 'Who has an account in the shop';
comment on column customers.marketing_consent is 'May be written to about offers';

create table addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  street text not null,
  postal_code text not null,
  city text not null,
  country_code char(2) not null,
  is_default boolean not null default false
);

create table categories (
  id bigint generated always as identity primary key,
  parent_id bigint references categories,
  name text not null,
  slug text not null unique
);

create table suppliers (
  id bigint generated always as identity primary key,
  company_name text not null,
  contact_email text,
  country_code char(2)
);

create table products (
  id bigint generated always as identity primary key,
  supplier_id bigint references suppliers,
  sku text not null unique,
  name text not null,
  description text,
  price numeric(10, 2) not null,
  weight_grams integer,
  attributes jsonb not null default '{}',
  discontinued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column products.price is 'Without tax, in the currency of the shop';

create table product_categories (
  product_id bigint not null references products,
  category_id bigint not null references categories,
  primary key (product_id, category_id)
);

create table warehouses (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  city text
);

create table stock_levels (
  product_id bigint not null references products,
  warehouse_id bigint not null references warehouses,
  quantity integer not null default 0,
  reorder_level integer not null default 10,
  counted_at timestamptz,
  primary key (product_id, warehouse_id)
);

create table coupons (
  id bigint generated always as identity primary key,
  code text not null unique,
  discount_percent integer not null,
  valid_from date not null,
  valid_until date,
  max_uses integer
);

create table orders (
  id bigint generated always as identity primary key,
  number text not null unique,
  customer_id bigint not null references customers,
  shipping_address_id bigint references addresses,
  billing_address_id bigint references addresses,
  coupon_id bigint references coupons,
  status order_status not null default 'pending',
  note text,
  placed_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index orders_customer_id_idx on orders (customer_id);
comment on table orders is 'What a customer has bought at once';

create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  product_id bigint not null references products,
  quantity integer not null check (quantity > 0),
  unit_price numeric(10, 2) not null,
  discount numeric(10, 2) not null default 0
);

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  method payment_method not null,
  amount numeric(10, 2) not null,
  currency char(3) not null default 'EUR',
  paid_at timestamptz,
  reference text
);

create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  warehouse_id bigint not null references warehouses,
  carrier text not null,
  tracking_number text,
  shipped_at timestamptz,
  delivered_at timestamptz
);

create table carts (
  id uuid primary key default gen_random_uuid(),
  customer_id bigint references customers,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table cart_items (
  cart_id uuid not null references carts on delete cascade,
  product_id bigint not null references products,
  quantity integer not null default 1,
  added_at timestamptz not null default now(),
  primary key (cart_id, product_id)
);

create table reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  customer_id bigint not null references customers,
  rating smallint not null check (rating between 1 and 5),
  title text,
  body text,
  created_at timestamptz not null default now()
);

create table "AuditLog" (
  id bigint generated always as identity primary key,
  "tableName" text not null,
  "rowId" bigint not null,
  action text not null,
  "changedBy" text not null,
  "changedAt" timestamptz not null default now()
);

create table blog.authors (
  id bigint generated always as identity primary key,
  display_name text not null,
  bio text,
  user_email text not null unique
);

create table blog.posts (
  id bigint generated always as identity primary key,
  author_id bigint not null references blog.authors,
  title text not null,
  slug text not null unique,
  body text not null,
  status blog.post_status not null default 'draft',
  published_at timestamptz,
  view_count integer not null default 0
);

create table blog.comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references blog.posts on delete cascade,
  parent_id bigint references blog.comments,
  author_name text not null,
  body text not null,
  is_spam boolean not null default false,
  created_at timestamptz not null default now()
);

create table blog.tags (
  id bigint generated always as identity primary key,
  name text not null unique
);

create table blog.post_tags (
  post_id bigint not null references blog.posts on delete cascade,
  tag_id bigint not null references blog.tags,
  primary key (post_id, tag_id)
);

create table billing.plans (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  monthly_price numeric(10, 2) not null,
  trial_days integer not null default 14
);

create table billing.accounts (
  id bigint generated always as identity primary key,
  customer_id bigint not null references public.customers,
  company text,
  vat_number text,
  currency char(3) not null default 'EUR'
);

create table billing.subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references billing.accounts,
  plan_id bigint not null references billing.plans,
  state billing.subscription_state not null default 'trialing',
  started_at timestamptz not null default now(),
  ends_at timestamptz,
  seats integer not null default 1
);

create table billing.invoices (
  id bigint generated always as identity primary key,
  account_id bigint not null references billing.accounts,
  subscription_id bigint references billing.subscriptions,
  number text not null unique,
  issued_on date not null,
  due_on date not null,
  total numeric(12, 2) not null,
  paid_at timestamptz
);

create table billing.invoice_lines (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references billing.invoices on delete cascade,
  description text not null,
  quantity numeric not null,
  unit_price numeric(12, 2) not null
);

create table billing.usage_events (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references billing.subscriptions,
  metric text not null,
  amount numeric not null,
  recorded_at timestamptz not null default now()
);

create view order_totals as
  select o.id as order_id, o.customer_id, sum(l.quantity * l.unit_price - l.discount) as total
  from orders o join order_lines l on l.order_id = o.id
  group by o.id, o.customer_id;

create view low_stock as
  select product_id, warehouse_id, quantity from stock_levels where quantity < reorder_level;

create view blog.published_posts as
  select id, title, slug, published_at from blog.posts where status = 'published';

create materialized view billing.monthly_revenue as
  select date_trunc('month', issued_on) as month, sum(total) as revenue from billing.invoices group by 1;

create function order_total(order_id bigint) returns numeric language sql stable as
  $$ select total from order_totals t where t.order_id = $1 $$;

create function apply_coupon(order_id bigint, code text) returns void language sql as
  $$ update orders set coupon_id = (select c.id from coupons c where c.code = $2) where id = $1 $$;

create function touch_updated_at() returns trigger language plpgsql as
  $$ begin new.updated_at = now(); return new; end $$;

create function blog.slugify(title text) returns text language sql immutable as
  $$ select lower(regexp_replace(title, '[^A-Za-z0-9]+', '-', 'g')) $$;

create function billing.close_period(until date) returns integer language sql as
  $$ select count(*)::integer from billing.invoices where issued_on <= until $$;
