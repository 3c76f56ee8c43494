/** Types of schema `auth`, and what table `users` of earlier steps lacks. Its rows are kept. */

export const AUTH_TYPES = `
  create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
  create type auth.code_challenge_method as enum ('s256', 'plain');
  create type auth.factor_status as enum ('unverified', 'verified');
  create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token',
    'email_change_token_new', 'email_change_token_current', 'phone_change_token');
  create type auth.oauth_registration_type as enum ('dynamic', 'manual');
  create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
  create type auth.oauth_response_type as enum ('code');
  create type auth.oauth_client_type as enum ('public', 'confidential');
`

/** Columns that `users` has after this step. One of another name was made by somebody else. */
const USER_COLUMNS = [
  'id instance_id aud role email phone encrypted_password email_confirmed_at phone_confirmed_at confirmed_at',
  'invited_at confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new',
  'email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at',
  'updated_at phone_change phone_change_token phone_change_sent_at email_change_token_current',
  'email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at',
  'is_anonymous',
].join(' ')

/** Whether another service keeps its users in schema `auth`: nothing is altered then. An expression of SQL. */
export const IS_OF_OTHERS = `(to_regclass('auth.schema_migrations') is not null
    or to_regclass('auth.identities') is not null
    or to_regclass('auth.sessions') is not null
    or to_regclass('auth.refresh_tokens') is not null
    or exists (select from pg_catalog.pg_attribute a
      where a.attrelid = 'auth.users'::regclass and a.attnum > 0 and not a.attisdropped
        and a.attname <> all (string_to_array('${USER_COLUMNS}', ' '))))`

export const COMPLETE_USERS = `
  alter table auth.users
    alter column aud drop not null, alter column role drop not null,
    alter column raw_app_meta_data drop not null, alter column raw_user_meta_data drop not null,
    alter column created_at drop not null, alter column updated_at drop not null,
    add column instance_id uuid,
    add column confirmation_token varchar(255),
    add column confirmation_sent_at timestamptz,
    add column recovery_token varchar(255),
    add column recovery_sent_at timestamptz,
    add column email_change_token_new varchar(255),
    add column email_change varchar(255),
    add column email_change_sent_at timestamptz,
    add column is_super_admin boolean,
    add column phone_change text default '',
    add column phone_change_token varchar(255) default '',
    add column phone_change_sent_at timestamptz,
    add column email_change_token_current varchar(255) default '',
    add column email_change_confirm_status smallint default 0
      constraint users_email_change_confirm_status_check check (email_change_confirm_status between 0 and 2),
    add column reauthentication_token varchar(255) default '',
    add column reauthentication_sent_at timestamptz,
    add column is_sso_user boolean not null default false;
  create unique index confirmation_token_idx on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
  create unique index recovery_token_idx on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
  create unique index email_change_token_current_idx on auth.users (email_change_token_current)
    where email_change_token_current !~ '^[0-9 ]*$';
  create unique index email_change_token_new_idx on auth.users (email_change_token_new)
    where email_change_token_new !~ '^[0-9 ]*$';
  create unique index reauthentication_token_idx on auth.users (reauthentication_token)
    where reauthentication_token !~ '^[0-9 ]*$';
  create index users_instance_id_idx on auth.users (instance_id);
  create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
  create index users_is_anonymous_idx on auth.users (is_anonymous);
`

/** Users who are there already sign in by e-mail, unless their metadata says otherwise. */
export const EARLIER_USERS = `
  update auth.users set raw_app_meta_data =
    coalesce(raw_app_meta_data, '{}') || '{"provider": "email", "providers": ["email"]}'
  where email is not null and not coalesce(raw_app_meta_data, '{}') ? 'provider';
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select id::text, id, jsonb_build_object('sub', id, 'email', email,
      'email_verified', email_confirmed_at is not null, 'phone_verified', false), 'email', created_at, updated_at
  from auth.users where email is not null and raw_app_meta_data ->> 'provider' = 'email';
`
