/** The database of the demo's paused project: past sales, kept for the tax office. */
export const ARCHIVE_SQL = `
create table invoices (
  id integer generated always as identity primary key,
  number text not null unique,
  issued_on date not null,
  amount numeric(10, 2) not null
);
insert into invoices (number, issued_on, amount)
select 'A-' || lpad(i::text, 5, '0'), (now() - (3000 - i) * interval '1 day')::date, 20 + (i * 37) % 900
from generate_series(1, 2000) i;
alter table invoices enable row level security;
analyze;
`
