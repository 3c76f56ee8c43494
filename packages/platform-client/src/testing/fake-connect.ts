/** The ways to the databases of the fake platform: every test of one succeeds, unless `world.connectionFailure` is set. */
import { resetDatabasePassword, testConnection } from '../contract/connect.js'
import { fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, type FakeWorld } from './fake-world.js'

export function connectRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(testConnection, ({ params }) => {
      projectOf(world, params['ref'])
      return world.connectionFailure === undefined
        ? { connected: true as const, took_ms: 4 }
        : { connected: false as const, reason: world.connectionFailure }
    }),
    fakeRoute(resetDatabasePassword, ({ params }) => {
      const { project } = projectOf(world, params['ref'])
      const { organization_slug: slug, name, ref } = project
      record(world, { slug, action: 'project.reset_password', target: name, project_ref: ref })
      return { ref }
    }),
  ]
}
