-- Tasks of the users, each seen and changed by its owner alone.
create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  title text not null check (title <> ''),
  is_done boolean not null default false,
  file text,
  created_at timestamptz not null default now()
);
create index on public.tasks (owner, created_at);
alter table public.tasks enable row level security;
create policy "tasks of their owner" on public.tasks to authenticated
  using (owner = (select auth.uid()))
  with check (owner = (select auth.uid()));
grant select, insert, update, delete on public.tasks to authenticated;

-- Files of the users: each in a folder named by its owner.
insert into storage.buckets (id, name, public) values ('files', 'files', false);
create policy "files of their owner" on storage.objects to authenticated
  using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text);
