import type { Extension } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { menuFlags } from '../shell/menu-flags.js'
import {
  INTEGRATIONS,
  integrationCategory,
  integrationNamed,
  integrationState,
  listedIntegrations,
} from './integrations.js'

const extension = (name: string, more: Partial<Extension> = {}): Extension => ({
  name,
  comment: '',
  default_version: '1.0',
  installed_version: null,
  schema: null,
  requires: [],
  closed_because: null,
  kept_because: null,
  reaches: null,
  is_allowed: false,
  ...more,
})
const flags = menuFlags()

test('a server without extensions has what the platform itself has', () => {
  expect(listedIntegrations([], flags).map(({ name }) => name)).toEqual(['vault', 'git', 'webhooks', 'cron'])
})

test('every extension of the catalogue is listed where the server has it', () => {
  const all = Object.values(INTEGRATIONS).flatMap(({ extension: name }) =>
    name === null ? [] : [extension(name)],
  )
  expect(listedIntegrations([...all, extension('hstore')], flags).map(({ name }) => name)).toEqual(
    Object.keys(INTEGRATIONS),
  )
})

test.each([
  [extension('pgmq', { installed_version: '1.6' }), 'installed'],
  [extension('pgmq'), 'available'],
  [extension('pgmq', { closed_because: 'It reaches beyond the database' }), 'closed'],
  [extension('pg_net'), 'absent'],
])('%j', (one, type) => {
  expect(integrationState('queues', [one], flags).type).toBe(type)
})

test('a flag of the operator leaves one out', () => {
  const given = menuFlags({ integrationVault: false, integrationCron: false, integrationWrappers: false })
  const listed = listedIntegrations([extension('postgres_fdw'), extension('pg_net')], given)
  expect(listed.map(({ name }) => name)).toEqual(['git', 'webhooks'])
})

test.each([
  ['?category=wrapper', 'wrapper'],
  ['?category=project', 'project'],
  ['?category=database', 'database'],
  ['?category=other', null],
  ['', null],
])('the address %j narrows to %s', (search, category) => {
  expect(integrationCategory(search)).toBe(category)
})

test('a word of an address names an integration, or nothing', () => {
  expect(integrationNamed('cron')).toBe('cron')
  for (const word of ['constructor', '1', '']) expect(integrationNamed(word)).toBeUndefined()
})
