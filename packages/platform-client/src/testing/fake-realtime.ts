/** How realtime of the fake platform's projects is set up. */
import {
  createRealtimeInspectorToken,
  getRealtimeSettings,
  INSPECTOR_TOKEN_MS,
  REALTIME_DEFAULTS,
  updateRealtimeSettings,
  type RealtimeConfig,
} from '../contract/realtime.js'
import { SERVICE_PATHS } from '../contract/services.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'
import { maySeeSecrets } from './fake-keys.js'

export function realtimeRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(getRealtimeSettings, ({ params }) => configOf(projectOf(world, params['ref']))),
    fakeRoute(updateRealtimeSettings, ({ params, body: { expected_version, limits, ...changes } }) => {
      const found = projectOf(world, params['ref'])
      const stored = configOf(found)
      if (expected_version !== undefined && expected_version !== stored.version)
        throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
      found.realtime = {
        ...found.realtime,
        ...given(changes),
        limits: { ...found.realtime?.limits, ...given(limits ?? {}) },
      }
      const { organization_slug: slug, name, ref } = found.project
      record(world, { slug, action: 'project.update_realtime', target: name, project_ref: ref })
      return configOf(found)
    }),
    fakeRoute(createRealtimeInspectorToken, ({ params, body: { role } }) => {
      const { project, keys } = projectOf(world, params['ref'])
      const { organization_slug: slug, name, ref, restUrl } = project
      if (role !== 'anon' && !maySeeSecrets(world, slug))
        throw new FakeRefusal(403, 'forbidden', 'You do not have permission to perform this action')
      record(world, {
        slug,
        action: 'project.inspect_realtime',
        target: name,
        project_ref: ref,
        detail: { role },
      })
      const access_token = `inspector.${ref}.${role}`
      return {
        key: keys.find(({ type }) => type === 'publishable')?.secret ?? access_token,
        access_token,
        expires_at: new Date(Date.parse(tick(world)) + INSPECTOR_TOKEN_MS).toISOString(),
        endpoint: `${restUrl}${SERVICE_PATHS.realtime}`,
      }
    }),
  ]
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}

function configOf({ realtime }: FakeProject): RealtimeConfig {
  const limits = { ...REALTIME_DEFAULTS.limits, ...realtime?.limits } as RealtimeConfig['limits']
  return {
    ...REALTIME_DEFAULTS,
    ...realtime,
    limits,
    version: JSON.stringify(realtime ?? null),
  } as RealtimeConfig
}
