/** Secrets of projects, documents of organizations, hosts of source code, and tokens that an organization refuses. */
import type { ControlMigration } from './control-migration.js'

export const VAULT_AND_INTEGRATIONS: ControlMigration = {
  id: 32,
  name: 'vault and integrations',
  sql: `
    create table control.vault_secrets (
      id uuid primary key,
      project_id integer not null references control.projects on delete cascade,
      name text not null,
      description text not null default '',
      -- Encrypted.
      value text not null,
      -- Addresses of members, as the audit log has them. Null: the installation has no accounts.
      made_by text,
      changed_by text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint vault_secrets_name_key unique (project_id, name)
    );

    -- Personal access tokens that an organization refuses, though their owner is a member.
    create table control.refused_tokens (
      token_id uuid not null references control.access_tokens on delete cascade,
      organization_id integer not null references control.organizations on delete cascade,
      refused_at timestamptz not null default now(),
      primary key (token_id, organization_id)
    );
    create index on control.refused_tokens (organization_id);

    create table control.documents (
      id uuid primary key,
      organization_id integer not null references control.organizations on delete cascade,
      name text not null,
      description text not null default '',
      -- What the bytes are, found by looking at them.
      type text not null,
      size integer not null,
      -- SHA-256, hex.
      hash text not null,
      content bytea not null,
      made_by text,
      created_at timestamptz not null default now()
    );
    create index on control.documents (organization_id, created_at);
    -- Files are mostly compressed already.
    alter table control.documents alter column content set storage external;

    create table control.git_hosts (
      id uuid primary key,
      organization_id integer not null references control.organizations on delete cascade,
      kind text not null check (kind in ('github', 'gitlab')),
      -- Of its API, without a slash at the end.
      address text not null,
      -- Encrypted.
      token text not null,
      -- Whom the host knows the token as.
      login text not null,
      -- Null: the host accepted the token when it was asked last.
      problem text,
      checked_at timestamptz not null default now(),
      made_by text,
      created_at timestamptz not null default now(),
      constraint git_hosts_address_key unique (organization_id, address, login)
    );
    create table control.project_repositories (
      project_id integer primary key references control.projects on delete cascade,
      git_host_id uuid not null references control.git_hosts on delete cascade,
      -- As the host writes it: owner/name, or a path of groups.
      repository text not null,
      branch text not null,
      made_by text,
      created_at timestamptz not null default now()
    );
    create index on control.project_repositories (git_host_id);
  `,
}
