/** The keys that sign and verify tokens of a project, and the sign-in services of others whose tokens it accepts. */
import type { ControlMigration } from './control-migration.js'

export const SIGNING_KEYS: ControlMigration = {
  id: 24,
  name: 'signing keys',
  sql: `
    create table control.signing_keys (
      -- Also the kid in the header of its tokens.
      id uuid primary key default gen_random_uuid(),
      project_id integer not null references control.projects on delete cascade,
      algorithm text not null check (algorithm in ('ES256', 'RS256', 'HS256')),
      state text not null check (state in ('standby', 'current', 'previous', 'revoked')),
      origin text not null check (origin in ('made', 'imported', 'legacy')),
      -- JSON. Null: HS256 has no public half.
      public_jwk text,
      -- Encrypted. Null: it was revoked, or it is the legacy one, which is the project's secret jwt_secret.
      value text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index signing_keys_project_idx on control.signing_keys (project_id);
    create unique index signing_keys_current_key on control.signing_keys (project_id) where state = 'current';
    create unique index signing_keys_standby_key on control.signing_keys (project_id) where state = 'standby';
    create unique index signing_keys_legacy_key on control.signing_keys (project_id) where origin = 'legacy';
    -- What it signed stays valid.
    insert into control.signing_keys (project_id, algorithm, state, origin)
      select project_id, 'HS256', 'previous', 'legacy' from control.project_secrets where name = 'jwt_secret';
    create table control.token_issuers (
      id uuid primary key,
      project_id integer not null references control.projects on delete cascade,
      issuer text not null,
      jwks_url text not null,
      -- Null: tokens for anybody are accepted.
      audience text,
      created_at timestamptz not null default now(),
      constraint token_issuers_issuer_key unique (project_id, issuer)
    );
  `,
}
