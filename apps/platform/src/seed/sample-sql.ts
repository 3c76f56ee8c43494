/** The sample data of a project: a small shop that sells books. It needs nothing but PostgreSQL. */

/** The tables that it makes in `public`, in the order in which they refer to each other. */
export const SAMPLE_TABLES = ['authors', 'books', 'customers', 'orders', 'order_items'] as const

const TITLES = [
  'The Quiet Harbour',
  'Salt and Timber',
  'A Short Winter',
  'Letters from the Mill',
  'The Glass Orchard',
  'Nine Bridges',
  'The Cartographer',
  'Bread for Two',
  'Paper Lanterns',
  'The Long Field',
  'North of Here',
  'A House by the Weir',
] as const
const AUTHORS = ['M. Alder', 'J. Birch', 'S. Cedar', 'T. Elm', 'R. Hazel', 'L. Rowan'] as const
const CITIES = ['Aarhus', 'Ghent', 'Graz', 'Leiden', 'Lyon', 'Porto', 'Tartu', 'Turin'] as const
const SUBJECTS = ['novel', 'travel', 'history', 'cooking'] as const

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(', ')}]`

/** Makes the tables, fills them, and switches row-level security on. The same rows every time, but for their days. */
export const SAMPLE_SQL = `
create table public.authors (
  id bigint generated always as identity primary key,
  name text not null unique
);
create table public.books (
  id bigint generated always as identity primary key,
  author_id bigint not null references public.authors,
  title text not null,
  subject text not null,
  price numeric(6, 2) not null check (price > 0),
  in_stock integer not null default 0 check (in_stock >= 0),
  tags text[] not null default '{}',
  published_on date not null
);
create index books_author_id_idx on public.books (author_id);
create table public.customers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique,
  city text not null,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create table public.orders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references public.customers on delete cascade,
  status text not null default 'new' check (status in ('new', 'paid', 'shipped', 'returned')),
  placed_at timestamptz not null default now(),
  note text
);
create index orders_customer_id_idx on public.orders (customer_id);
create table public.order_items (
  order_id bigint not null references public.orders on delete cascade,
  book_id bigint not null references public.books,
  quantity integer not null check (quantity > 0),
  unit_price numeric(6, 2) not null,
  primary key (order_id, book_id)
);
create index order_items_book_id_idx on public.order_items (book_id);
comment on table public.books is 'What the shop sells. Sample data.';
comment on table public.customers is 'Who buys. Sample data: no such person exists.';

insert into public.authors (name) select unnest(${list(AUTHORS)});
insert into public.books (author_id, title, subject, price, in_stock, tags, published_on)
select 1 + i % ${AUTHORS.length},
  (${list(TITLES)})[1 + i % ${TITLES.length}] || case when i >= ${TITLES.length} then ', part ' || 1 + i / ${TITLES.length} else '' end,
  (${list(SUBJECTS)})[1 + i * 7 % ${SUBJECTS.length}],
  9 + i * 37 % 30 + 0.9, i * 53 % 60,
  array[case when i % 3 = 0 then 'new' else 'classic' end, case when i % 2 = 0 then 'paperback' else 'hardback' end],
  current_date - i * 61
from generate_series(0, 47) i;
insert into public.customers (name, email, city, preferences, created_at)
select 'Reader ' || i, 'reader' || i || '@example.com', (${list(CITIES)})[1 + i % ${CITIES.length}],
  jsonb_build_object('newsletter', i % 3 = 0, 'language', (array['en', 'de', 'fr'])[1 + i % 3]),
  now() - (200 - i) * interval '2 days'
from generate_series(1, 200) i;
insert into public.orders (customer_id, status, placed_at, note)
select 1 + i * 31 % 200,
  case when i > 1480 then 'new' when i > 1450 then 'paid' when i % 41 = 0 then 'returned' else 'shipped' end,
  now() - (1500 - i) * interval '80 minutes',
  case when i % 25 = 0 then 'Please leave it at the side door.' end
from generate_series(1, 1500) i;
insert into public.order_items (order_id, book_id, quantity, unit_price)
select o, b.id, 1 + o % 3, b.price
from generate_series(1, 1500) o
cross join lateral generate_series(1, 1 + o % 3) line
join public.books b on b.id = 1 + (o * 17 + line * 11) % 48;

alter table public.authors enable row level security;
alter table public.books enable row level security;
alter table public.customers enable row level security;
alter table public.orders enable row level security;
alter table public.order_items enable row level security;
`

/** Where the roles of an API exist, everybody reads the books, and nobody the customers and their orders. */
export const SAMPLE_POLICIES_SQL = `
create policy "Everybody reads authors" on public.authors for select to anon, authenticated using (true);
create policy "Everybody reads books" on public.books for select to anon, authenticated using (true);
create policy "Nobody reads customers" on public.customers for select to anon, authenticated using (false);
create policy "Nobody reads orders" on public.orders for select to anon, authenticated using (false);
create policy "Nobody reads order items" on public.order_items for select to anon, authenticated using (false);
`
