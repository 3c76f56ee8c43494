/** How each provider is spoken to. Sources: the documentation of each. */
import type { AuthConfig, AuthProvider } from '@basedeck/platform-client/contract'

interface Shared {
  /** What is always asked for. */
  scopes: string
  /** Whether its sign-in is bound to a secret of ours (RFC 7636). */
  pkce: boolean
  /** Sent with each begin. */
  params?: Readonly<Record<string, string>>
}

/** Says by OpenID Connect Discovery where everything is. */
export interface OpenIdProvider extends Shared {
  type: 'openid'
  issuer(settings: AuthConfig): string
  /** Another way in which its tokens write the issuer. */
  alsoIssuer?: string
  /** It sends back the nonce of the begin. */
  hasNonce: boolean
  /** It reads the secret in the body, though its discovery does not say so. Default: as the discovery says. */
  clientAuth?: 'body'
}

/** OAuth alone: who somebody is, is asked of its own API. */
export interface OAuthProvider extends Shared {
  type: 'oauth'
  server: { issuer: string; authorization_endpoint: string; token_endpoint: string }
  /** How the application proves itself. Default: in the body. */
  clientAuth?: 'basic'
  profileUrl: string
  /** A list of addresses, where the profile has none that is verified. */
  emailsUrl?: string
  /** Its API wants the token signed by the application's secret. */
  hasProof?: boolean
  /** Of its ID tokens, which other applications of the vendor issue. */
  idTokenIssuer?: string
}

export type ProviderDescription = OpenIdProvider | OAuthProvider

const OPEN_ID = 'openid email profile'

const openId = (
  issuer: string | ((settings: AuthConfig) => string),
  more: Partial<Omit<OpenIdProvider, 'type' | 'issuer'>> = {},
): OpenIdProvider => ({
  type: 'openid',
  issuer: typeof issuer === 'string' ? () => issuer : issuer,
  scopes: OPEN_ID,
  pkce: true,
  hasNonce: true,
  ...more,
})

export const PROVIDER_TABLE: Readonly<Record<AuthProvider, ProviderDescription>> = {
  apple: openId('https://appleid.apple.com', {
    scopes: 'openid email name',
    pkce: false,
    clientAuth: 'body',
    // Asked for by Apple where a name or an address is.
    params: { response_mode: 'form_post' },
  }),
  azure: openId(({ external_azure_url: url }) => azureIssuer(url)),
  discord: {
    type: 'oauth',
    server: {
      issuer: 'https://discord.com',
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
    },
    scopes: 'email identify',
    pkce: true,
    profileUrl: 'https://discord.com/api/users/@me',
  },
  facebook: {
    type: 'oauth',
    server: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
      token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    },
    scopes: 'email',
    pkce: false,
    profileUrl: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name,name,picture',
    hasProof: true,
    idTokenIssuer: 'https://www.facebook.com',
  },
  github: {
    type: 'oauth',
    server: {
      issuer: 'https://github.com',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
    },
    scopes: 'user:email',
    pkce: true,
    profileUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
  },
  gitlab: openId(({ external_gitlab_url: url }) => url || 'https://gitlab.com'),
  google: openId('https://accounts.google.com', { alsoIssuer: 'accounts.google.com' }),
  keycloak: openId(({ external_keycloak_url: url }) => url),
  linkedin_oidc: openId('https://www.linkedin.com/oauth', {
    pkce: false,
    hasNonce: false,
    clientAuth: 'body',
  }),
  oidc: openId(({ external_oidc_url: url }) => url),
  slack_oidc: openId('https://slack.com', { pkce: false }),
  x: {
    type: 'oauth',
    server: {
      issuer: 'https://x.com',
      authorization_endpoint: 'https://x.com/i/oauth2/authorize',
      token_endpoint: 'https://api.x.com/2/oauth2/token',
    },
    scopes: 'users.read tweet.read users.email offline.access',
    pkce: true,
    clientAuth: 'basic',
    profileUrl: 'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url',
  },
}

const AZURE = 'https://login.microsoftonline.com'
/** Tenants that stand for many. */
const AZURE_SHARED: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers'])

/** @param url of a tenant, with or without the version; empty: all of them */
function azureIssuer(url: string): string {
  const tenant = (url === '' ? `${AZURE}/common` : url).replace(/\/+$/, '')
  return tenant.endsWith('/v2.0') ? tenant : `${tenant}/v2.0`
}

/** Whether an administrator of one tenant answers for all addresses of these tokens. */
export function isOneAzureTenant({
  external_azure_url: url,
}: Pick<AuthConfig, 'external_azure_url'>): boolean {
  const [tenant = ''] = new URL(azureIssuer(url)).pathname.split('/').filter((part) => part !== '')
  return !AZURE_SHARED.has(tenant)
}
