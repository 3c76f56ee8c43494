/** From which networks programs connect to a project's databases. */
import { getNetworkAccess, updateNetworkAccess } from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { networkAccessOf } from '../control/network-access.js'
import { requireProjectRow } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Poolers } from '../poolers/poolers.js'
import { changeNetworkAccess, shownCertificate, type NetworkServers } from '../services/network-access.js'
import type { Mount } from './mount.js'

export interface NetworkAccessRouteDeps {
  control: ControlDatabase
  /** Default: no server is reached. */
  network?: NetworkServers
  /** Undefined: none run here. */
  poolers?: Promise<Poolers | undefined> | undefined
  now(): Date
}

const NO_SERVERS: NetworkServers = { registry: { letIn: async () => {} }, certificate: undefined }

export function networkAccessRoutes(
  mount: Mount,
  { control, network = NO_SERVERS, poolers, now }: NetworkAccessRouteDeps,
): void {
  const shown = async (ref: string, ip: string | null) => {
    const { engine } = await requireProjectRow(control, ref)
    return {
      ...(await networkAccessOf(control, ref)),
      own_address: ip,
      certificate: engine === 'postgres' ? null : shownCertificate(network.certificate),
    }
  }

  mount.on(getNetworkAccess, ({ project, origin }) => shown(project.ref, origin.ip))

  mount.on(updateNetworkAccess, async ({ caller, project, body, origin }) => {
    const { ref } = project
    const { expected_updated_at: expected, ...changes } = body
    const outcome = await changeNetworkAccess(control, network, {
      ref,
      engine: (await requireProjectRow(control, ref)).engine,
      changes,
      expected,
      line: auditStatement(caller, origin, {
        action: 'database.change_network_access',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: ref,
        detail: changes,
      }),
      now: now(),
    })
    const stored = await shown(ref, origin.ip)
    if (outcome === 'stale') throw new DomainError('stale', undefined, { more: { stored } })
    await (await poolers)?.follow()
    return stored
  })
}
