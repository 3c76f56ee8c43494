/** The extensions of the fake platform's projects. */
import {
  allowExtension,
  installExtension,
  listExtensions,
  removeExtension,
  type Extension,
} from '../contract/extensions.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, type FakeWorld } from './fake-world.js'

const REACHES = 'connects from the server to every address that the server reaches'
const closed = `It ${REACHES}. An administrator of the installation can allow it for this project.`

/** The same for all projects; a test changes the list. */
export function createFakeExtensions(): Extension[] {
  return [
    extension('dblink', { reaches: REACHES, closed_because: closed }),
    extension('hstore', {}),
    extension('pg_stat_statements', {}),
    extension('plpgsql', {
      installed_version: '1.0',
      schema: 'pg_catalog',
      kept_because: 'PostgreSQL’s own language; functions of the database need it.',
    }),
  ]
}

function extension(name: string, more: Partial<Extension>): Extension {
  return {
    name,
    comment: `About ${name}`,
    default_version: '1.0',
    installed_version: null,
    schema: null,
    requires: [],
    closed_because: null,
    kept_because: null,
    reaches: null,
    is_allowed: false,
    ...more,
  }
}

export function extensionRoutes(world: FakeWorld, extensions: Extension[]): FakeRoute[] {
  const find = (name: string | undefined) => {
    const found = extensions.find((one) => one.name === name)
    if (!found) throw new FakeRefusal(404, 'extension_not_found', 'The server does not have this extension')
    return found
  }
  const log = (ref: string | undefined, action: string, target: string) => {
    const { organization_slug: slug, ref: project_ref } = projectOf(world, ref).project
    record(world, { slug, action, target, project_ref })
  }
  return [
    fakeRoute(listExtensions, ({ params }) => {
      projectOf(world, params['ref'])
      return extensions
    }),
    fakeRoute(installExtension, ({ params, body }) => {
      const found = find(body.name)
      if (found.closed_because !== null) throw new FakeRefusal(403, 'extension_closed', found.closed_because)
      log(params['ref'], 'database.install_extension', found.name)
      return Object.assign(found, { installed_version: found.default_version, schema: 'extensions' })
    }),
    fakeRoute(removeExtension, ({ params }) => {
      const found = find(params['name'])
      if (found.kept_because !== null) throw new FakeRefusal(403, 'extension_closed', found.kept_because)
      log(params['ref'], 'database.remove_extension', found.name)
      return Object.assign(found, { installed_version: null, schema: null })
    }),
    fakeRoute(allowExtension, ({ params, body: { allowed } }) => {
      const found = find(params['name'])
      log(params['ref'], allowed ? 'project.allow_extension' : 'project.forbid_extension', found.name)
      Object.assign(found, { is_allowed: allowed, closed_because: allowed ? null : closed })
      return { name: found.name, is_allowed: allowed }
    }),
  ]
}
