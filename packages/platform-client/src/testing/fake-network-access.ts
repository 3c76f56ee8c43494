/** Who may connect to the fake platform's databases. */
import { normalCidr } from '../contract/cidr.js'
import { getNetworkAccess, updateNetworkAccess, type NetworkAccess } from '../contract/network-access.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { capabilitiesOf } from './fake-projects.js'
import { checkStale, projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

/** Where the caller of the fake is. */
const OWN_ADDRESS = '192.0.2.7'
const NEVER = '1970-01-01T00:00:00.000Z'

export function networkAccessRoutes(world: FakeWorld): FakeRoute[] {
  const shown = ({ project, network }: FakeProject): NetworkAccess => ({
    allowed_cidrs: [],
    enforce_ssl: false,
    updated_at: NEVER,
    ...network,
    own_address: OWN_ADDRESS,
    certificate:
      project.engine === 'postgres'
        ? null
        : { pem: CERTIFICATE, is_self_signed: true, valid_until: '2036-01-31T12:00:00.000Z' },
  })
  return [
    fakeRoute(getNetworkAccess, ({ params }) => shown(projectOf(world, params['ref']))),
    fakeRoute(updateNetworkAccess, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      const { project } = found
      const capability = capabilitiesOf(project).networkAccess
      if (!capability.available) throw new FakeRefusal(501, 'unsupported', capability.reason)
      checkStale(shown(found), body.expected_updated_at)
      const before = shown(found)
      found.network = {
        allowed_cidrs:
          body.allowed_cidrs === undefined
            ? before.allowed_cidrs
            : [...new Set(body.allowed_cidrs.map((cidr) => normalCidr(cidr) ?? cidr))],
        enforce_ssl: body.enforce_ssl ?? before.enforce_ssl,
        updated_at: tick(world),
      }
      const { organization_slug: slug, name, ref } = project
      record(world, { slug, action: 'database.change_network_access', target: name, project_ref: ref })
      return shown(found)
    }),
  ]
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
