/** The database of the demo's shop: customers, products, orders, reviews; row-level security where people are meant. */

/** Picks deterministically: the same story every time. */
const pick = (list: readonly string[], by: string) =>
  `(array[${list.map((word) => `'${word}'`).join(', ')}])[1 + (hashint4((${by})::int) & 2147483647) % ${list.length}]`

const FIRST_WORDS = [
  'Blue',
  'North',
  'Old',
  'Green',
  'Silver',
  'Harbour',
  'River',
  'Stone',
  'Quiet',
  'Upper',
] as const
const SECOND_WORDS = [
  'Anchor',
  'Mill',
  'Bridge',
  'Orchard',
  'Lantern',
  'Gate',
  'Field',
  'Wharf',
  'Tower',
] as const
const THIRD_WORDS = [
  'Trading',
  'Cooperative',
  'Stores',
  'Workshop',
  'Supplies',
  'Studio',
  'Partners',
] as const
const CITIES = [
  'Aarhus',
  'Ghent',
  'Graz',
  'Leiden',
  'Lyon',
  'Porto',
  'Tartu',
  'Turin',
  'Uppsala',
  'Zurich',
] as const
const WOODS = ['Oak', 'Ash', 'Walnut', 'Pine', 'Birch', 'Cherry'] as const
const THINGS = ['shelf', 'stool', 'bench', 'table', 'lamp', 'frame', 'chest', 'tray'] as const
const SIZES = ['40 cm', '60 cm', '80 cm', '120 cm'] as const
const PRAISE = [
  'Exactly as described, and well packed.',
  'Took two weeks, but the finish is lovely.',
  'One leg was a little short; support sent a new one.',
  'Bought a second one straight away.',
  'The colour is darker than in the picture.',
  'Sturdy, heavy, no smell.',
] as const

/** Enough to page, to sort and to plan for. */
const ORDERS = 200_000

export const SHOP_SQL = `
create type order_status as enum ('new', 'paid', 'packed', 'shipped', 'returned');

create table customers (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users on delete set null,
  company text not null,
  email text not null unique,
  city text not null,
  credit_limit numeric(10, 2) not null default 500,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table customers is 'Who buys. One account of the shop may stand behind each.';

create table products (
  id bigint generated always as identity primary key,
  sku text not null unique,
  name text not null,
  price numeric(8, 2) not null check (price > 0),
  weight_kg real,
  tags text[] not null default '{}',
  in_stock integer not null default 0 check (in_stock >= 0),
  is_listed boolean not null default true
);

create table orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  status order_status not null default 'new',
  placed_at timestamptz not null,
  shipped_on date,
  note text
);

create table order_items (
  order_id bigint not null,
  line smallint not null,
  product_id bigint not null,
  quantity integer not null check (quantity > 0),
  unit_price numeric(8, 2) not null
);

create table reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  body text not null,
  created_at timestamptz not null
);
create index reviews_product_idx on reviews (product_id);

insert into auth.users (email, email_confirmed_at, last_sign_in_at, created_at)
select 'buyer' || i || '@example.com', now() - (400 - i) * interval '1 day', now() - (i % 60) * interval '7 hours',
  now() - (400 - i) * interval '1 day'
from generate_series(1, 240) i;

insert into customers (user_id, company, email, city, credit_limit, preferences, created_at)
select u.id,
  ${pick(FIRST_WORDS, 'i * 7')} || ' ' || ${pick(SECOND_WORDS, 'i * 11')} || ' ' || ${pick(THIRD_WORDS, 'i * 13')},
  'orders' || i || '@example.com',
  ${pick(CITIES, 'i * 17')},
  500 + (i % 40) * 250,
  jsonb_build_object('newsletter', i % 3 = 0, 'language', ${pick(['en', 'de', 'fr', 'nl'], 'i * 19')}),
  now() - (900 - i * 0.7) * interval '1 day'
from generate_series(1, 1200) i
left join (select id, row_number() over (order by email) as n from auth.users) u on u.n = i;

insert into products (sku, name, price, weight_kg, tags, in_stock, is_listed)
select 'HS-' || lpad(i::text, 4, '0'),
  ${pick(WOODS, 'i * 3')} || ' ' || ${pick(THINGS, 'i * 5')} || ', ' || ${pick(SIZES, 'i * 23')},
  19 + (i * 37) % 480 + 0.9,
  1 + (i * 7) % 40 / 2.0,
  array[${pick(['indoor', 'outdoor'], 'i * 29')}, ${pick(['new', 'classic', 'sale'], 'i * 31')}],
  (i * 53) % 120,
  i % 17 <> 0
from generate_series(1, 180) i;

-- Keys and indexes come after the rows: made at once they take a tenth of the time.
insert into orders (customer_id, status, placed_at, shipped_on, note)
select 1 + (hashint4(i) & 2147483647) % 1200,
  case when i > ${ORDERS - 50} then 'new' when i > ${ORDERS - 100} then 'paid' when i > ${ORDERS - 140} then 'packed'
    when i % 41 = 0 then 'returned' else 'shipped' end::order_status,
  now() - (${ORDERS} - i) * interval '4 minutes',
  case when i <= ${ORDERS - 140} then (now() - (${ORDERS} - i) * interval '4 minutes')::date + 2 end,
  case when i % 25 = 0 then 'Please leave it at the side door.' end
from generate_series(1, ${ORDERS}) i;

insert into order_items (order_id, line, product_id, quantity, unit_price)
select i.id, i.line, i.product, 1 + (i.id * i.line) % 4, p.price
from (
  select o as id, line, 1 + (hashint4(o * 10 + line) & 2147483647) % 180 as product
  from generate_series(1, ${ORDERS}) o cross join lateral generate_series(1, case when o % 3 = 0 then 2 else 1 end) line
) i
join products p on p.id = i.product;

create index orders_customer_idx on orders (customer_id);
create index orders_placed_idx on orders (placed_at desc);
alter table orders add foreign key (customer_id) references customers on delete cascade;
alter table order_items add primary key (order_id, line);
create index order_items_product_idx on order_items (product_id);
alter table order_items add foreign key (order_id) references orders on delete cascade,
  add foreign key (product_id) references products;

insert into reviews (product_id, customer_id, stars, body, created_at)
select 1 + (hashint4(i * 3) & 2147483647) % 180, 1 + (hashint4(i * 5) & 2147483647) % 1200,
  5 - (i % 11) / 4, ${pick(PRAISE, 'i * 7')}, now() - (1500 - i) * interval '9 hours'
from generate_series(1, 1500) i;

create view order_totals with (security_invoker = true) as
  select o.id, o.customer_id, o.status, o.placed_at, sum(i.quantity * i.unit_price) as total
  from orders o join order_items i on i.order_id = o.id group by o.id;
comment on view order_totals is 'What each order comes to.';

alter table customers enable row level security;
alter table orders enable row level security;
alter table order_items enable row level security;
create policy "Customers see themselves" on customers for select to authenticated using (user_id = auth.uid());
create policy "Customers change their preferences" on customers for update to authenticated
  using (user_id = auth.uid()) with check (user_id = auth.uid());
create policy "Customers see their orders" on orders for select to authenticated
  using (exists (select from customers c where c.id = customer_id and c.user_id = auth.uid()));
create policy "Customers see what they ordered" on order_items for select to authenticated
  using (exists (select from orders o where o.id = order_id));

analyze;
`
