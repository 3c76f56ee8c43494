/** Tables of sign-in: identities, sessions, tokens, second factors, and the audit log. Run where schema `auth` is ours. */

export const SIGN_IN_TABLES = `
  create table auth.identities (
    provider_id text not null,
    user_id uuid not null references auth.users on delete cascade,
    identity_data jsonb not null,
    provider text not null,
    last_sign_in_at timestamptz,
    created_at timestamptz,
    updated_at timestamptz,
    email text generated always as (lower(identity_data ->> 'email')) stored,
    id uuid primary key default gen_random_uuid(),
    constraint identities_provider_id_provider_unique unique (provider_id, provider)
  );
  create index identities_user_id_idx on auth.identities (user_id);
  create index identities_email_idx on auth.identities (email text_pattern_ops);

  create table auth.oauth_clients (
    id uuid primary key,
    client_secret_hash text,
    registration_type auth.oauth_registration_type not null,
    redirect_uris text not null,
    grant_types text not null,
    client_name text check (char_length(client_name) <= 1024),
    client_uri text check (char_length(client_uri) <= 2048),
    logo_uri text check (char_length(logo_uri) <= 2048),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    client_type auth.oauth_client_type not null default 'confidential',
    token_endpoint_auth_method text not null default 'client_secret_basic'
  );
  create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

  create table auth.sessions (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    created_at timestamptz,
    updated_at timestamptz,
    factor_id uuid,
    aal auth.aal_level,
    not_after timestamptz,
    refreshed_at timestamp,
    user_agent text,
    ip inet,
    tag text,
    oauth_client_id uuid references auth.oauth_clients on delete cascade,
    refresh_token_hmac_key text,
    refresh_token_counter bigint,
    scopes text check (char_length(scopes) <= 4096)
  );
  create index user_id_created_at_idx on auth.sessions (user_id, created_at);
  create index sessions_user_id_idx on auth.sessions (user_id);
  create index sessions_not_after_idx on auth.sessions (not_after desc);
  create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

  create table auth.refresh_tokens (
    instance_id uuid,
    id bigserial primary key,
    token varchar(255) constraint refresh_tokens_token_unique unique,
    user_id varchar(255),
    revoked boolean,
    created_at timestamptz,
    updated_at timestamptz,
    parent varchar(255),
    session_id uuid references auth.sessions on delete cascade
  );
  create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
  create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
  create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
  create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

  create table auth.mfa_factors (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    friendly_name text,
    factor_type auth.factor_type not null,
    status auth.factor_status not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    secret text,
    phone text,
    last_challenged_at timestamptz unique,
    web_authn_credential jsonb,
    web_authn_aaguid uuid,
    last_webauthn_challenge_data jsonb
  );
  create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
    where trim(friendly_name) <> '';
  create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
  create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);

  create table auth.mfa_challenges (
    id uuid primary key,
    factor_id uuid not null references auth.mfa_factors on delete cascade,
    created_at timestamptz not null,
    verified_at timestamptz,
    ip_address inet not null,
    otp_code text,
    web_authn_session_data jsonb
  );
  create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
  create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

  create table auth.mfa_amr_claims (
    session_id uuid not null references auth.sessions on delete cascade,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    authentication_method text not null,
    id uuid primary key,
    constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
  );

  create table auth.one_time_tokens (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    token_type auth.one_time_token_type not null,
    token_hash text not null check (char_length(token_hash) > 0),
    relates_to text not null,
    created_at timestamp not null default now(),
    updated_at timestamp not null default now()
  );
  create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
  create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
  create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

  create table auth.flow_state (
    id uuid primary key,
    user_id uuid,
    auth_code text,
    code_challenge_method auth.code_challenge_method,
    code_challenge text,
    provider_type text not null,
    provider_access_token text,
    provider_refresh_token text,
    created_at timestamptz,
    updated_at timestamptz,
    authentication_method text not null,
    auth_code_issued_at timestamptz,
    invite_token text,
    referrer text,
    oauth_client_state_id uuid,
    linking_target_id uuid,
    email_optional boolean not null default false
  );
  create index idx_auth_code on auth.flow_state (auth_code);
  create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
  create index flow_state_created_at_idx on auth.flow_state (created_at desc);

  create table auth.audit_log_entries (
    instance_id uuid,
    id uuid primary key,
    payload json,
    created_at timestamptz,
    ip_address varchar(64) not null default ''
  );
  create index audit_logs_instance_id_idx on auth.audit_log_entries (instance_id);
  create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc, id);

  create table auth.instances (
    id uuid primary key,
    uuid uuid,
    raw_base_config text,
    created_at timestamptz,
    updated_at timestamptz
  );

  create table auth.schema_migrations (version varchar(255) primary key);
`
