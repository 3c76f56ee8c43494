/** The database of the demo's newsletter: subscribers, issues, deliveries. Its subscribers have no policy yet. */
export const NEWSLETTER_SQL = `
create table subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  source text not null,
  confirmed boolean not null default false,
  subscribed_at timestamptz not null
);

create table issues (
  id integer generated always as identity primary key,
  title text not null,
  body text not null,
  sent_on date unique
);

create table deliveries (
  issue_id integer not null references issues on delete cascade,
  subscriber_id uuid not null references subscribers on delete cascade,
  opened_at timestamptz,
  primary key (issue_id, subscriber_id)
);

insert into subscribers (email, source, confirmed, subscribed_at)
select 'reader' || i || '@example.com', (array['website', 'shop', 'fair', 'friend'])[1 + i % 4], i % 9 <> 0,
  now() - (2500 - i) * interval '5 hours'
from generate_series(1, 2500) i;

insert into issues (title, body, sent_on)
select 'Notes from the workshop, no. ' || i,
  'What we made this month, what we learned, and what comes next.', (now() - (18 - i) * interval '30 days')::date
from generate_series(1, 18) i;

insert into deliveries (issue_id, subscriber_id, opened_at)
select i.id, s.id, case when abs(hashtext(s.email || i.id)) % 100 < 42 then i.sent_on + interval '9 hours' end
from issues i join subscribers s on s.confirmed and s.subscribed_at < i.sent_on;

alter table subscribers enable row level security;
analyze;
`
