/** The sentences of the external providers of an auth service. */
import type { AuthProvider } from '@basedeck/platform-client'

const names: Readonly<Record<AuthProvider, string>> = {
  apple: 'Apple',
  azure: 'Microsoft',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  keycloak: 'Keycloak',
  linkedin_oidc: 'LinkedIn',
  oidc: 'OpenID Connect',
  slack_oidc: 'Slack',
  x: 'X',
}

const REGISTER = 'Register an application there with the callback address below, and enter its id and secret.'

/** How clients name this provider. */
const called = (provider: AuthProvider): string => (provider === 'oidc' ? 'custom:oidc' : provider)

const bodies = Object.fromEntries(
  Object.keys(names).map((name) => [
    name,
    `${REGISTER} Applications name this provider “${called(name as AuthProvider)}”.`,
  ]),
) as Readonly<Record<AuthProvider, string>>

const forEach = <Label>(label: Label) => Object.keys(names).map((name) => [name, label] as const)

/** Labels of the settings of each provider. */
export const authProviderLabels: Readonly<Record<string, string>> = Object.fromEntries(
  forEach(null).flatMap(([name]) => [
    [`external_${name}_enabled`, `Sign in with ${names[name as AuthProvider]}`],
    [`external_${name}_client_id`, name === 'apple' ? 'Services ID and app ids' : 'Client ids'],
    [`external_${name}_secret`, 'Client secret'],
    [`external_${name}_url`, name === 'azure' ? 'Tenant' : 'Issuer'],
    [`external_${name}_email_optional`, 'Take accounts without an email address'],
    [`external_${name}_skip_nonce_check`, 'Take ID tokens without their nonce'],
  ]),
)

/** Hints of the settings of each provider. */
export const authProviderHints: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    forEach(null).flatMap(([name]) => [
      [
        `external_${name}_client_id`,
        'Several are divided by commas. The first one is used for redirects; ID tokens may be for any of them.',
      ],
      [
        `external_${name}_secret`,
        'Stored encrypted and never shown. Without it only sign-in by ID tokens works.',
      ],
    ]),
  ),
  external_apple_secret:
    'The signed token that Apple wants as a secret. It is valid for six months at most. Stored encrypted and never shown.',
  external_azure_url:
    'https://login.microsoftonline.com/<tenant>. Empty: accounts of all tenants, whose addresses are confirmed by mail unless their tenant owns the domain.',
  external_gitlab_url: 'Of a GitLab of your own. Empty: https://gitlab.com.',
  external_keycloak_url: 'Of the realm, such as https://keycloak.example.com/realms/shop.',
  external_oidc_url: 'Without /.well-known/openid-configuration, which is read there.',
  external_google_skip_nonce_check:
    'Google’s SDK for iOS does not tell the nonce. Leave it off unless an iOS application signs in.',
}

/** The sentences of the list and its panel. */
export const authProvidersText = {
  names,
  bodies,
  title: 'Providers',
  body: 'Services that users sign in with. An address that a provider has not verified is confirmed by mail, and joins no account.',
  columns: { name: 'Provider', state: 'State', actions: 'Actions' },
  none: 'No providers',
  on: 'Enabled',
  off: 'Disabled',
  open: 'Set up',
  openLabel: (label: string) => `Set up ${label}`,
  close: 'Close the provider',
  callback: 'Callback address',
  copyCallback: 'Copy the callback address',
}
