/** How the auth service of the fake platform's projects is set up. */
import type { AuthConfigChanges } from '../contract/auth-config-changes.js'
import { missingAuthSetting } from '../contract/auth-config-missing.js'
import { getAuthConfig, updateAuthConfig, type AuthConfig } from '../contract/auth-config.js'
import { AUTH_MAIL_DEFAULTS } from '../contract/auth-mail-texts.js'
import { AUTH_PROVIDER_DEFAULTS } from '../contract/auth-providers.js'
import { AUTH_DEFAULTS, AUTH_HOOK_DEFAULTS, AUTH_SECRETS } from '../contract/auth-settings.js'
import type { EngineKind } from '../contract/projects.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, type FakeProject, type FakeWorld } from './fake-world.js'

/** New projects have it on; what is in a database by URL was not made for applications. */
export function firstAuth(engine: EngineKind): AuthConfigChanges | null {
  return engine === 'postgres' ? null : { enabled: true, disable_signup: false }
}

export function authConfigRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(getAuthConfig, ({ params }) => configOf(projectOf(world, params['ref']))),
    fakeRoute(updateAuthConfig, ({ params, body: { expected_version, ...changes } }) => {
      const found = projectOf(world, params['ref'])
      const stored = configOf(found)
      if (expected_version !== undefined && expected_version !== stored.version)
        throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
      const missing = missingAuthSetting(stored, changes)
      if (missing !== undefined) throw new FakeRefusal(400, 'invalid_body', missing)
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const removed = AUTH_SECRETS.filter((name) => changes[name] === '')
      const all = Object.entries({ ...found.auth, ...Object.fromEntries(given) })
      found.auth = Object.fromEntries(all.filter(([name]) => !removed.some((one) => one === name)))
      const { organization_slug: slug, name, ref } = found.project
      const detail = { changed: given.map(([changed]) => changed) }
      record(world, { slug, action: 'project.update_auth', target: name, project_ref: ref, detail })
      return configOf(found)
    }),
  ]
}

function configOf({ auth }: FakeProject): AuthConfig {
  const stored: Record<string, unknown> = { ...auth }
  const secrets_set = AUTH_SECRETS.filter((name) => stored[name] !== undefined)
  for (const name of AUTH_SECRETS) delete stored[name]
  return {
    enabled: false,
    disable_signup: true,
    ...AUTH_DEFAULTS,
    ...AUTH_HOOK_DEFAULTS,
    ...AUTH_PROVIDER_DEFAULTS,
    ...AUTH_MAIL_DEFAULTS,
    ...stored,
    secrets_set,
    version: JSON.stringify(auth),
  }
}
