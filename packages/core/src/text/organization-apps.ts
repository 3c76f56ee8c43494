/** Who holds tokens and keys of an organization. */
import { named } from './named.js'

/** The sentences of the page of tokens and keys of an organization. */
export const organizationAppsText = {
  lead: 'What acts in this organization without signing in: who holds it, when it was used last, and how far it reaches.',
  tokens: 'Access tokens',
  tokensBody: 'Made by members for scripts and pipelines. A token never does more than its holder may.',
  noTokens: 'No access tokens',
  noTokensBody:
    'Members make them under their account. Those that work in this organization are listed here.',
  keys: 'API keys',
  keysBody:
    'Keys of the projects. Applications carry publishable ones in the open; secret ones pass by row-level security.',
  noKeys: 'No API keys',
  noKeysBody: 'A project has some once it is created.',
  temporary: 'Temporary keys',
  temporaryBody:
    'Made by the dashboard for its own calls. They can’t be revoked one by one: each ends by itself, and with the session, the token or the membership that it was made with.',
  noTemporary: 'No temporary keys are valid now',
  columns: {
    name: 'Name',
    holder: 'Holder',
    scope: 'Scope',
    begins: 'Begins with',
    used: 'Last used',
    expires: 'Expires',
    project: 'Project',
    type: 'Type',
    count: 'Keys',
    ends: 'Ends',
    actions: 'Actions',
  },
  accesses: { read: 'Read', write: 'Read and write', manage: 'Everything' },
  reaches: {
    everywhere: 'all organizations of its holder',
    organization: 'this organization',
    project: (ref: string) => `the project ${ref}`,
  },
  scope: (access: string, reach: string) => `${access} · ${reach}`,
  types: { publishable: 'Publishable', secret: 'Secret', legacy: 'Legacy' },
  never: 'Never',
  lasts: 'Does not expire',
  revoke: 'Revoke',
  revokeToken: (name: string, holder: string) => `Revoke the token ${name} of ${holder}`,
  revokeKey: (name: string, project: string) => `Revoke the key ${name} of ${project}`,
  tokenTitle: (name: string) => `Revoke ${named(name)}?`,
  tokenBody: {
    here: 'It no longer works in this organization, at once. In the other organizations of its holder it works on. Its holder can make another one while being a member.',
    everywhere:
      'It ends at once, and what uses it is refused. Its holder can make another one while being a member.',
  },
  keyTitle: (name: string) => `Revoke the key ${named(name)}?`,
  keyBody: 'Programs that use it are refused from then on. This can’t be undone.',
  revoked: (name: string) => `${named(name)} was revoked`,
  mayNot: 'Your role does not allow revoking tokens of members',
  mayNotKeys: 'Your role does not allow deleting API keys',
  legacy: 'Legacy keys go with the secret that signed them: revoke it under JWT keys of the project',
}
