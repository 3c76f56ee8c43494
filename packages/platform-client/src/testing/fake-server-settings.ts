/** The settings of PostgreSQL of the fake platform's projects: one of each kind. */
import {
  listServerSettings,
  updateServerSetting,
  type ServerSetting,
  type ServerSettings,
} from '../contract/server-settings.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, type FakeWorld } from './fake-world.js'

/** The same for all projects; a test changes it. */
export function createFakeServerSettings(): ServerSettings {
  const setting = (name: string, more: Partial<ServerSetting>): ServerSetting => ({
    name,
    value: '',
    default_value: more.value ?? '',
    is_changed: false,
    category: 'Resource Usage / Memory',
    description: `About ${name}.`,
    type: 'string',
    min: null,
    max: null,
    unit: null,
    choices: null,
    effect: 'new_connections',
    fixed: null,
    ...more,
  })
  return {
    settings: [
      setting('archive_command', {
        category: 'Write-Ahead Log / Archiving',
        fixed: 'Who runs the server changes it.',
      }),
      setting('autovacuum', { value: 'on', type: 'bool', effect: 'at_once', category: 'Vacuuming' }),
      setting('max_connections', {
        value: '100',
        type: 'integer',
        min: '1',
        max: '262143',
        effect: 'restart',
      }),
      setting('plan_cache_mode', {
        value: 'auto',
        type: 'enum',
        choices: ['auto', 'force_generic_plan', 'force_custom_plan'],
      }),
      setting('work_mem', { value: '4MB', type: 'integer', min: '64', max: '2147483647', unit: 'kB' }),
    ],
    refused: null,
  }
}

export function serverSettingsRoutes(world: FakeWorld, state: ServerSettings): FakeRoute[] {
  return [
    fakeRoute(listServerSettings, ({ params }) => {
      projectOf(world, params['ref'])
      return state
    }),
    fakeRoute(updateServerSetting, ({ params, body }) => {
      const { organization_slug: slug, ref: project_ref } = projectOf(world, params['ref']).project
      const found = state.settings.find(({ name }) => name === params['name'])
      if (!found) throw new FakeRefusal(404, 'setting_not_found', 'PostgreSQL has no setting of that name')
      if (found.fixed !== null) throw new FakeRefusal(409, 'setting_fixed', found.fixed)
      if (found.effect === 'restart' && !body.restarts)
        throw new FakeRefusal(409, 'restart_needed', 'This setting takes effect when the database restarts')
      if (body.value !== null && found.type !== 'string' && !isValue(found, body.value))
        throw new FakeRefusal(
          400,
          'query_failed',
          `invalid value for parameter "${found.name}": "${body.value}"`,
        )
      found.value = body.value ?? found.default_value
      found.is_changed = body.value !== null
      record(world, { slug, action: 'database.change_setting', target: found.name, project_ref })
      return state
    }),
  ]
}

function isValue({ type, choices }: ServerSetting, value: string): boolean {
  if (type === 'enum') return choices?.includes(value) ?? false
  return type === 'bool' ? ['on', 'off'].includes(value) : /^-?\d+(\.\d+)?\s*[A-Za-z]*$/.test(value)
}
