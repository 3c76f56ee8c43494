/** People, organizations, projects, and the record of what happened. */
import type { ControlMigration } from './control-migration.js'

export const FOUNDATION: ControlMigration = {
  id: 1,
  name: 'foundation',
  sql: `
create table control.settings (
  name text primary key,
  value text not null
);

create table control.profiles (
  id uuid primary key default gen_random_uuid(),
  email text,
  first_name text not null,
  password_hash text,
  is_local boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index profiles_email_key on control.profiles (lower(email));
create unique index profiles_local_key on control.profiles (is_local) where is_local;

create table control.sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null constraint sessions_token_key unique,
  profile_id uuid not null references control.profiles on delete cascade,
  -- The password was right, the second factor is missing: such a session may do nothing else.
  awaits_second_factor boolean not null,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_profile_idx on control.sessions (profile_id);
create index sessions_expiry_idx on control.sessions (expires_at);

create table control.totp_factors (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references control.profiles on delete cascade,
  name text not null,
  secret text not null, -- encrypted
  verified_at timestamptz,
  -- The last time step a code was taken for: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create index totp_factors_profile_idx on control.totp_factors (profile_id);

create table control.recovery_codes (
  profile_id uuid not null references control.profiles on delete cascade,
  code_hash text not null,
  primary key (profile_id, code_hash)
);

create table control.access_tokens (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references control.profiles on delete cascade,
  name text not null,
  token_hash text not null constraint access_tokens_token_key unique,
  prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create index access_tokens_profile_idx on control.access_tokens (profile_id);

create table control.password_resets (
  token_hash text primary key,
  profile_id uuid not null references control.profiles on delete cascade,
  expires_at timestamptz not null
);

-- Failures by what was tried (an address, a place): too many in a while, and the next ones wait.
create table control.attempts (
  subject text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);

create table control.organizations (
  id integer generated always as identity primary key,
  slug text not null constraint organizations_slug_key unique,
  name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'team', 'enterprise')),
  requires_mfa boolean not null default false,
  managed_by text check (managed_by in ('vercel-marketplace', 'cloud-marketplace', 'provider')),
  partner_id text,
  partner_url text,
  billing_email text,
  opt_in_tags text[] not null default '{}',
  restriction_status text,
  usage_billing_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index organizations_partner_key on control.organizations (partner_id) where partner_id is not null;

create table control.members (
  organization_id integer not null references control.organizations on delete cascade,
  profile_id uuid not null references control.profiles on delete cascade,
  role text not null,
  joined_at timestamptz not null default now(),
  constraint members_key primary key (organization_id, profile_id)
);
create index members_profile_idx on control.members (profile_id);

create table control.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id integer not null references control.organizations on delete cascade,
  email text not null,
  role text not null,
  token_hash text not null constraint invitations_token_key unique,
  invited_by uuid references control.profiles on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index invitations_email_key on control.invitations (organization_id, lower(email));

create table control.projects (
  id integer generated always as identity primary key,
  ref text not null constraint projects_ref_key unique,
  name text not null,
  organization_id integer not null references control.organizations,
  status text not null,
  status_reason text,
  cloud_provider text not null default 'local',
  region text not null default 'local',
  parent_ref text references control.projects (ref) on delete cascade,
  is_branch_enabled boolean not null default false,
  engine text not null check (engine in ('cluster', 'pglite', 'postgres')),
  postgres_major integer,
  version_number integer,
  -- The installation whose data directory holds the database; null for one that is reached by URL.
  installation_id uuid,
  db_host text not null,
  db_port integer not null default 5432,
  db_name text not null default 'postgres',
  db_user text not null default 'postgres',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index projects_organization_name_idx on control.projects (organization_id, lower(name), id);
create index projects_organization_created_idx on control.projects (organization_id, created_at, id);

-- Encrypted, each for its project and name alone.
create table control.project_secrets (
  project_id integer not null references control.projects on delete cascade,
  name text not null,
  value text not null,
  primary key (project_id, name)
);

create table control.api_keys (
  id uuid primary key default gen_random_uuid(),
  project_id integer not null references control.projects on delete cascade,
  name text not null,
  type text not null check (type in ('legacy', 'publishable', 'secret')),
  prefix text not null,
  hash text not null,
  value text not null, -- encrypted
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint api_keys_name_key unique (project_id, type, name)
);
create index api_keys_hash_idx on control.api_keys (hash);

create table control.flags (
  name text primary key,
  enabled boolean not null
);

create table control.addons (
  project_id integer not null references control.projects on delete cascade,
  type text not null,
  variant text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, type)
);

-- What was used in a day; the sums are the usage of a period.
create table control.usage (
  project_id integer not null references control.projects on delete cascade,
  metric text not null,
  day date not null,
  amount numeric not null,
  primary key (project_id, metric, day)
);

-- Names are kept as they were: an entry outlives what it speaks of.
create table control.audit_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  actor_email text,
  organization_id integer,
  project_ref text,
  action text not null,
  target text not null,
  detail jsonb not null default '{}',
  ip text,
  request_id text
);
create index audit_log_organization_idx on control.audit_log (organization_id, id desc);
create index audit_log_project_idx on control.audit_log (project_ref, id desc);
create index audit_log_age_idx on control.audit_log (occurred_at);

create table control.tickets (
  id integer generated always as identity primary key,
  profile_id uuid references control.profiles on delete set null,
  organization_id integer,
  project_ref text,
  category text not null,
  subject text not null,
  message text not null,
  error text,
  created_at timestamptz not null default now()
);
`,
}
