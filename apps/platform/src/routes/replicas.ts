/** Read replicas of projects. */
import {
  deleteFormerPrimary,
  listReplicas,
  promoteReplica,
  removeReplica,
  restartReplica,
  resyncReplica,
  setupReplica,
  testReplica,
  updateReplicaReads,
} from '@basedeck/platform-client/contract'
import type { Caller } from '../access/caller.js'
import type { Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlStatement } from '../control/control-database.js'
import type { ProjectResource } from '../control/resources.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Replicas } from '../replicas/replicas.js'
import type { Mount } from './mount.js'

export interface ReplicaRouteDeps {
  replicas?: Replicas
}

interface Asked {
  caller: Caller
  project: ProjectResource
  origin: Origin
}

export function replicaRoutes(mount: Mount, { replicas: given }: ReplicaRouteDeps): void {
  const made = (): Replicas => {
    if (!given) throw new DomainError('unsupported')
    return given
  }
  const line = (
    { caller, project, origin }: Asked,
    action: string,
    detail: Record<string, unknown>,
  ): ControlStatement[] => [
    auditStatement(caller, origin, {
      action,
      target: project.name,
      organizationId: project.organization.id,
      projectRef: project.ref,
      detail,
    }),
  ]

  mount.on(listReplicas, ({ project }) => made().list(project.ref))

  mount.on(updateReplicaReads, (call) => {
    const { project, body } = call
    const changes = {
      ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
      ...(body.max_lag_seconds === undefined ? {} : { max_lag_seconds: body.max_lag_seconds }),
    }
    return made().changeReads(project.ref, changes, line(call, 'project.update_replica_reads', changes))
  })

  mount.on(
    setupReplica,
    async (call) => {
      const { project, body } = call
      const region = body.read_replica_region
      const { id } = await made().begin(project.ref, region, line(call, 'project.add_replica', { region }))
      return made().show(id)
    },
    201,
  )

  mount.on(removeReplica, (call) => {
    const id = call.body.database_identifier
    return made().remove(call.project.ref, id, line(call, 'project.remove_replica', { id }))
  })

  mount.on(restartReplica, (call) => {
    const id = call.body.database_identifier
    return made().restart(call.project.ref, id, line(call, 'project.restart_replica', { id }))
  })

  mount.on(testReplica, ({ project, body }) => made().test(project.ref, body.database_identifier))

  mount.on(resyncReplica, (call) => {
    const id = call.body.database_identifier
    return made().resync(call.project.ref, id, line(call, 'project.resync_replica', { id }))
  })

  mount.on(promoteReplica, (call) => {
    const { database_identifier: id, force = false, name } = call.body
    return made().promote(
      call.project.ref,
      id,
      { force, name },
      line(call, 'project.promote_replica', { id, force }),
    )
  })

  mount.on(deleteFormerPrimary, (call) => {
    const id = call.params['former'] ?? ''
    return made().removeFormer(call.project.ref, id, line(call, 'project.delete_former_primary', { id }))
  })
}
