/**
 * Buckets and objects. Their bytes are elsewhere, addressed by `version`. Row-level security holds for the API's roles;
 * the owner writes its policies. Tables of these names that another program made stay as they are.
 */
import type { Migration } from './migration.js'

/** Greater than every name. */
const LAST = `repeat(chr(1114111), 257)`

export const STORAGE: Migration = {
  id: 4,
  name: 'storage',
  sql: ({ role }) => `
create or replace function storage.filename(name text) returns text language sql immutable strict parallel safe as $$
  select split_part(name, '/', -1)
$$;
create or replace function storage.foldername(name text) returns text[] language sql immutable strict parallel safe as $$
  select parts[1:cardinality(parts) - 1] from (select string_to_array(name, '/') as parts) as path
$$;
create or replace function storage.extension(name text) returns text language sql immutable strict parallel safe as $$
  select case when position('.' in split_part(name, '/', -1)) > 0 then split_part(split_part(name, '/', -1), '.', -1) else '' end
$$;

do $tables$
begin
  if to_regclass('storage.buckets') is not null or to_regclass('storage.objects') is not null then
    return;
  end if;

  create table storage.buckets (
    id text collate "C" primary key,
    name text collate "C" not null constraint buckets_name_key unique,
    owner uuid,
    owner_id text,
    public boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    file_size_limit bigint check (file_size_limit > 0),
    allowed_mime_types text[]
  );
  create table storage.objects (
    id uuid primary key default gen_random_uuid(),
    bucket_id text collate "C" not null constraint objects_bucket_id_fkey references storage.buckets,
    name text collate "C" not null check (octet_length(name) between 1 and 1024),
    -- The folder, with a slash at its end; of what lies in the bucket itself it is empty.
    parent text collate "C" not null generated always as (left(name, -length(split_part(name, '/', -1)))) stored,
    owner uuid,
    owner_id text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_accessed_at timestamptz not null default now(),
    metadata jsonb,
    user_metadata jsonb,
    version uuid,
    constraint objects_bucket_id_name_key unique (bucket_id, name)
  );
  create index objects_folder_idx on storage.objects (bucket_id, parent, name);
  create index objects_version_idx on storage.objects (version);

  alter table storage.buckets owner to ${role};
  alter table storage.objects owner to ${role};
  alter table storage.buckets enable row level security;
  alter table storage.objects enable row level security;
  grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
  if not (select rolbypassrls from pg_catalog.pg_roles where rolname = 'service_role') then
    create policy "The service role has all buckets" on storage.buckets to service_role using (true) with check (true);
    create policy "The service role has all objects" on storage.objects to service_role using (true) with check (true);
  end if;
end $tables$;

create or replace function storage.delete_prefix(_bucket_id text, _name text) returns boolean language plpgsql as $$
declare
  folder text collate "C" := rtrim(_name, '/');
begin
  delete from storage.objects o
    where o.bucket_id = _bucket_id and folder <> '' and o.parent >= folder || '/' and o.parent < folder || '0';
  return found;
end $$;

-- Each step jumps over a whole folder, by the index: the cost is that of the folders that are listed.
create or replace function storage.list_folders(
  _bucket_id text, _folder text, _count integer, _skip integer default 0, _descending boolean default false,
  _search text default '', _after text default null
) returns setof text language plpgsql stable as $$
declare
  prefix text collate "C" := case when _folder = '' then '' else _folder || '/' end;
  lowest text collate "C" := prefix || chr(1);
  highest text collate "C" := case when _folder = '' then ${LAST} else _folder || '0' end;
  found_parent text collate "C";
  child text collate "C";
  skipped integer := 0;
  given integer := 0;
begin
  if _after is not null and _descending then highest := prefix || _after || '/'; end if;
  if _after is not null and not _descending then lowest := prefix || _after || '0'; end if;
  while given < _count loop
    if _descending then
      select o.parent into found_parent from storage.objects o
        where o.bucket_id = _bucket_id and o.parent >= lowest and o.parent < highest
        order by o.bucket_id desc, o.parent desc limit 1;
    else
      select o.parent into found_parent from storage.objects o
        where o.bucket_id = _bucket_id and o.parent >= lowest and o.parent < highest
        order by o.bucket_id, o.parent limit 1;
    end if;
    exit when not found;
    child := split_part(substr(found_parent, length(prefix) + 1), '/', 1);
    if _descending then highest := prefix || child || '/'; else lowest := prefix || child || '0'; end if;
    continue when _search <> '' and position(lower(_search) in lower(child collate "default")) = 0;
    if skipped < _skip then
      skipped := skipped + 1;
    else
      given := given + 1;
      return next child;
    end if;
  end loop;
end $$;

-- One level: its folders by name, then its files by the column. The page begins after an entry.
create or replace function storage.list_folder(
  _bucket_id text, _folder text, _count integer, _skip integer default 0, _column text default 'name',
  _descending boolean default false, _search text default '', _after text default null,
  _after_is_folder boolean default null, _after_value timestamptz default null
) returns table (
  id uuid, name text, owner_id text, created_at timestamptz, updated_at timestamptz, last_accessed_at timestamptz,
  metadata jsonb
) language plpgsql stable as $$
declare
  prefix text collate "C" := case when _folder = '' then '' else _folder || '/' end;
  given integer := 0;
  skip integer := _skip;
  direction text := case when _descending then 'desc' else 'asc' end;
  beyond text := case when _descending then '<' else '>' end;
  begins text := '';
begin
  if _column not in ('name', 'created_at', 'updated_at', 'last_accessed_at') then
    raise exception 'objects are not sorted by %', _column using errcode = 'invalid_parameter_value';
  end if;
  if _after_is_folder is distinct from false then
    return query select null::uuid, folder, null::text, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from storage.list_folders(_bucket_id, _folder, _count, skip, _descending, _search, _after) as folder;
    get diagnostics given = row_count;
    if given >= _count then return; end if;
    if skip > 0 then
      skip := case when given > 0 then 0
        else skip - (select count(*) from storage.list_folders(_bucket_id, _folder, skip, 0, _descending, _search, _after)) end;
    end if;
  elsif _after is not null and _column = 'name' then
    begins := format(' and o.name %s $5', beyond);
  elsif _after is not null then
    begins := format(' and (o.%I, o.name) %s ($6, $5)', _column, beyond);
  end if;
  return query execute format(
    'select o.id, split_part(o.name, ''/'', -1), o.owner_id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata
     from storage.objects o
     where o.bucket_id = $1 and o.parent = $2
       and ($3 = '''' or position(lower($3) in lower(split_part(o.name, ''/'', -1) collate "default")) > 0)%s
     order by o.bucket_id %s, o.parent %2$s, %s o.name %2$s limit $4 offset $7',
    begins, direction, case when _column = 'name' then '' else format('o.%I %s,', _column, direction) end)
  using _bucket_id, prefix, _search, _count - given, prefix || _after, _after_value, skip;
end $$;

grant execute on function storage.filename(text), storage.foldername(text), storage.extension(text),
  storage.delete_prefix(text, text), storage.list_folders(text, text, integer, integer, boolean, text, text),
  storage.list_folder(text, text, integer, integer, text, boolean, text, text, boolean, timestamptz)
  to anon, authenticated, service_role, ${role};
`,
}
