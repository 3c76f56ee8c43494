/**
 * Tables of what no flow uses yet: single sign-on, the OAuth server, providers of one's own, passkeys. Dumps, foreign keys and
 * migrations of existing projects name them.
 */

export const PROVIDER_TABLES = `
  create table auth.sso_providers (
    id uuid primary key,
    resource_id text check (resource_id is null or char_length(resource_id) > 0),
    created_at timestamptz,
    updated_at timestamptz,
    disabled boolean
  );
  create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
  create table auth.sso_domains (
    id uuid primary key,
    sso_provider_id uuid not null references auth.sso_providers on delete cascade,
    domain text not null check (char_length(domain) > 0),
    created_at timestamptz,
    updated_at timestamptz
  );
  create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
  create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
  create table auth.saml_providers (
    id uuid primary key,
    sso_provider_id uuid not null references auth.sso_providers on delete cascade,
    entity_id text not null unique check (char_length(entity_id) > 0),
    metadata_xml text not null check (char_length(metadata_xml) > 0),
    metadata_url text check (metadata_url is null or char_length(metadata_url) > 0),
    attribute_mapping jsonb,
    created_at timestamptz,
    updated_at timestamptz,
    name_id_format text
  );
  create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);
  create table auth.saml_relay_states (
    id uuid primary key,
    sso_provider_id uuid not null references auth.sso_providers on delete cascade,
    request_id text not null check (char_length(request_id) > 0),
    for_email text,
    redirect_to text,
    created_at timestamptz,
    updated_at timestamptz,
    flow_state_id uuid references auth.flow_state on delete cascade
  );
  create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
  create index saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
  create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

  create table auth.oauth_authorizations (
    id uuid primary key,
    authorization_id text not null unique,
    client_id uuid not null references auth.oauth_clients on delete cascade,
    user_id uuid references auth.users on delete cascade,
    redirect_uri text not null check (char_length(redirect_uri) <= 2048),
    scope text not null check (char_length(scope) <= 4096),
    state text check (char_length(state) <= 4096),
    resource text check (char_length(resource) <= 2048),
    code_challenge text check (char_length(code_challenge) <= 128),
    code_challenge_method auth.code_challenge_method,
    response_type auth.oauth_response_type not null default 'code',
    status auth.oauth_authorization_status not null default 'pending',
    authorization_code text unique check (char_length(authorization_code) <= 255),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '3 minutes',
    approved_at timestamptz,
    nonce text check (char_length(nonce) <= 255)
  );
  create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at) where status = 'pending';
  create table auth.oauth_consents (
    id uuid primary key,
    user_id uuid not null references auth.users on delete cascade,
    client_id uuid not null references auth.oauth_clients on delete cascade,
    scopes text not null check (char_length(scopes) <= 2048),
    granted_at timestamptz not null default now(),
    revoked_at timestamptz,
    constraint oauth_consents_user_client_unique unique (user_id, client_id)
  );
  create table auth.oauth_client_states (
    id uuid primary key,
    provider_type text not null,
    code_verifier text,
    created_at timestamptz not null
  );
  create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

  create table auth.custom_oauth_providers (
    id uuid primary key default gen_random_uuid(),
    provider_type text not null check (provider_type in ('oauth2', 'oidc')),
    identifier text not null unique,
    name text not null,
    client_id text not null,
    client_secret text not null,
    acceptable_client_ids text[] not null default '{}',
    scopes text[] not null default '{}',
    pkce_enabled boolean not null default true,
    attribute_mapping jsonb not null default '{}',
    authorization_params jsonb not null default '{}',
    enabled boolean not null default true,
    email_optional boolean not null default false,
    issuer text,
    discovery_url text,
    skip_nonce_check boolean not null default false,
    cached_discovery jsonb,
    discovery_cached_at timestamptz,
    authorization_url text,
    token_url text,
    userinfo_url text,
    jwks_uri text,
    custom_claims_allowlist text[] not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );

  create table auth.webauthn_credentials (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users on delete cascade,
    credential_id bytea not null unique,
    public_key bytea not null,
    attestation_type text not null default '',
    aaguid uuid,
    sign_count bigint not null default 0,
    transports jsonb not null default '[]',
    backup_eligible boolean not null default false,
    backed_up boolean not null default false,
    friendly_name text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_used_at timestamptz
  );
  create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);
  create table auth.webauthn_challenges (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references auth.users on delete cascade,
    challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
    session_data jsonb not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
  create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
`
