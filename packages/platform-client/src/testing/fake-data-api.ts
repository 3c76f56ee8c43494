/** How the data API of the fake platform's projects is set up. */
import {
  DATA_API_DEFAULTS,
  getDataApiConfig,
  getDatabaseTypes,
  updateDataApiConfig,
  type DataApiConfig,
  type DataApiSettings,
} from '../contract/data-api.js'
import type { EngineKind, Project } from '../contract/projects.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, type FakeProject, type FakeWorld } from './fake-world.js'

/** New projects have it on; what is in a database by URL was not made for applications. */
export function firstDataApi(engine: EngineKind): Partial<DataApiSettings> | null {
  return engine === 'postgres' ? null : { enabled: true }
}

/** What a project serves follows whether its data API is on. */
export function servedBy(dataApi: Partial<DataApiSettings> | null): Project['services'] {
  return dataApi?.enabled ? ['auth', 'data', 'storage', 'realtime'] : ['auth', 'storage', 'realtime']
}

export function dataApiRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(getDataApiConfig, ({ params }) => configOf(projectOf(world, params['ref']))),
    fakeRoute(updateDataApiConfig, ({ params, body: { expected_version, ...changes } }) => {
      const found = projectOf(world, params['ref'])
      const stored = configOf(found)
      if (expected_version !== undefined && expected_version !== stored.version)
        throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      found.dataApi = { ...found.dataApi, ...given }
      found.project.services = servedBy(found.dataApi)
      const { organization_slug: slug, name, ref } = found.project
      const action = 'project.update_data_api'
      record(world, { slug, action, target: name, project_ref: ref, detail: given })
      return configOf(found)
    }),
    fakeRoute(getDatabaseTypes, ({ params, query }) => {
      const { schemas } = configOf(projectOf(world, params['ref']))
      const asked = query.included_schemas?.split(',') ?? schemas
      const missing = asked.find((name) => !schemas.includes(name))
      if (missing !== undefined)
        throw new FakeRefusal(404, 'schema_not_found', `There is no schema ${missing}`)
      return { types: `export type Database = { ${asked.map((name) => `${name}: {}`).join('; ')} }\n` }
    }),
  ]
}

function configOf({ dataApi }: FakeProject): DataApiConfig {
  return { enabled: false, ...DATA_API_DEFAULTS, ...dataApi, version: JSON.stringify(dataApi) }
}
