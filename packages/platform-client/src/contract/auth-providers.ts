/** The services that users of a project may sign in with, and what is set of each. Source: SERVICES §2.4. */

/** Names as clients of the family send them; `oidc` is any OpenID Connect issuer, which clients may also call `custom:oidc`. */
export const AUTH_PROVIDERS = [
  'apple',
  'azure',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin_oidc',
  'oidc',
  'slack_oidc',
  'x',
] as const

/** One of `AUTH_PROVIDERS`. */
export type AuthProvider = (typeof AUTH_PROVIDERS)[number]

/**
 * The address of the issuer, for providers that are run in several places. `needed`: there is none by default.
 * `azure`: a tenant, `https://login.microsoftonline.com/<tenant>`; empty: accounts of all tenants.
 */
export const AUTH_PROVIDER_URLS = {
  azure: 'optional',
  gitlab: 'optional',
  keycloak: 'needed',
  oidc: 'needed',
} as const satisfies Partial<Record<AuthProvider, 'optional' | 'needed'>>

/** A provider whose issuer's address is a setting. */
export type LocatedAuthProvider = keyof typeof AUTH_PROVIDER_URLS

/** Whether this provider's address is a setting. */
export function isLocatedProvider(provider: AuthProvider): provider is LocatedAuthProvider {
  return Object.hasOwn(AUTH_PROVIDER_URLS, provider)
}

/** Providers that issue ID tokens, by which an application may sign a user in without leaving it. */
export const ID_TOKEN_PROVIDERS = [
  'apple',
  'azure',
  'facebook',
  'gitlab',
  'google',
  'keycloak',
  'linkedin_oidc',
  'oidc',
  'slack_oidc',
] as const satisfies readonly AuthProvider[]

/** Whether this provider issues ID tokens. */
export function issuesIdTokens(provider: AuthProvider): provider is (typeof ID_TOKEN_PROVIDERS)[number] {
  return ID_TOKEN_PROVIDERS.some((one) => one === provider)
}

/**
 * Of each provider: whether it is on, the ids of the application there (several divided by commas: the first one begins
 * sign-ins, ID tokens may be for any), and whether accounts without an address are taken.
 */
export type AuthProviderSettings = { [Name in AuthProvider as `external_${Name}_enabled`]: boolean } & {
  [Name in AuthProvider as `external_${Name}_client_id`]: string
} & { [Name in AuthProvider as `external_${Name}_email_optional`]: boolean } & {
  [Name in LocatedAuthProvider as `external_${Name}_url`]: string
} & {
  /** ID tokens of Google are taken without the nonce that they name: its SDK for iOS does not tell it. */
  external_google_skip_nonce_check: boolean
}

/** No provider is set up. */
export const AUTH_PROVIDER_DEFAULTS = {
  ...Object.fromEntries(
    AUTH_PROVIDERS.flatMap((name) => [
      [`external_${name}_enabled`, false],
      [`external_${name}_client_id`, ''],
      [`external_${name}_email_optional`, false],
      ...(isLocatedProvider(name) ? [[`external_${name}_url`, '']] : []),
    ]),
  ),
  external_google_skip_nonce_check: false,
} as AuthProviderSettings

/** The ids of the application at a provider. */
export function clientIdsOf(settings: AuthProviderSettings, provider: AuthProvider): string[] {
  return settings[`external_${provider}_client_id`]
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
}
