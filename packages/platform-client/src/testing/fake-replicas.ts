/** Read replicas of the fake platform’s projects. They come up when the test calls `settleReplica`; the contract suite doesn't wait. */
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
  type ReadReplica,
} from '../contract/replicas.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

const MOST_REPLICAS = 8
const REGION = /^(us|ca|eu|ap|sa)-[a-z]+-\d$/
const UNAVAILABLE = {
  pglite: 'PostgreSQL in WebAssembly can’t be replicated.',
  postgres: 'This database runs on another server, where its replicas are made.',
} as const

export function replicaRoutes(world: FakeWorld): FakeRoute[] {
  const found = (params: Record<string, string>) => projectOf(world, params['ref'])
  const one = (project: FakeProject, id: string): ReadReplica => {
    const replica = project.replicas.find(({ identifier }) => identifier === id)
    if (!replica) throw new FakeRefusal(404, 'replica_not_found', 'There is no such read replica')
    return replica
  }
  const noted = ({ project }: FakeProject, action: string, detail: object) => {
    const { organization_slug: slug, name, ref } = project
    record(world, { slug, action, target: name, project_ref: ref, detail: { ...detail } })
  }
  const requireAble = ({ project }: FakeProject): void => {
    if (project.engine !== 'cluster') throw new FakeRefusal(501, 'unsupported', UNAVAILABLE[project.engine])
    if (project.status !== 'ACTIVE_HEALTHY')
      throw new FakeRefusal(409, 'project_busy', 'The project is changing right now; wait until that is done')
  }
  return [
    fakeRoute(listReplicas, ({ params }) => {
      const { project, replicas, replicaReads, formerPrimaries } = found(params)
      return {
        replicas: [...replicas],
        reads: replicaReads,
        former_primaries: [...formerPrimaries],
        ...(project.engine === 'cluster' ? {} : { unavailable: UNAVAILABLE[project.engine] }),
      }
    }),
    fakeRoute(updateReplicaReads, ({ params, body }) => {
      const project = found(params)
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      project.replicaReads = { ...project.replicaReads, ...given }
      noted(project, 'project.update_replica_reads', given)
      return project.replicaReads
    }),
    replyRoute(setupReplica, ({ params, body: { read_replica_region: region } }) => {
      const project = found(params)
      requireAble(project)
      if (!REGION.test(region)) throw new FakeRefusal(400, 'invalid_body', `There is no region ${region}`)
      if (project.replicas.length >= MOST_REPLICAS)
        throw new FakeRefusal(
          409,
          'too_many_replicas',
          'This project has as many read replicas as it may have; remove one first',
        )
      const at = tick(world)
      const replica = newReplica(project, region, at)
      project.replicas.push(replica)
      noted(project, 'project.add_replica', { region })
      return { status: 201, body: { ...replica } }
    }),
    fakeRoute(removeReplica, ({ params, body: { database_identifier: id } }) => {
      const project = found(params)
      const replica = { ...one(project, id), status: 'GOING_DOWN' }
      project.replicas = project.replicas.filter(({ identifier }) => identifier !== id)
      noted(project, 'project.remove_replica', { id })
      return replica
    }),
    fakeRoute(restartReplica, ({ params, body: { database_identifier: id } }) => {
      const project = found(params)
      noted(project, 'project.restart_replica', { id })
      return { ...one(project, id), status: 'RESTARTING' }
    }),
    fakeRoute(testReplica, ({ params, body: { database_identifier: id } }) => {
      const { status, status_reason, lag } = one(found(params), id)
      return status === 'ACTIVE_HEALTHY'
        ? { is_reachable: true as const, version: '15.18', lag, took_ms: 4 }
        : {
            is_reachable: false as const,
            reason: status_reason ?? 'This read replica can’t be asked at the moment',
          }
    }),
    fakeRoute(resyncReplica, ({ params, body: { database_identifier: id } }) => {
      const project = found(params)
      const replica = one(project, id)
      Object.assign(replica, {
        status: 'INIT_READ_REPLICA',
        step: 'Requested',
        copy: null,
        status_reason: null,
      })
      noted(project, 'project.resync_replica', { id })
      return replica
    }),
    fakeRoute(promoteReplica, ({ params, body: { database_identifier: id, force, name } }) => {
      const project = found(params)
      const { region, status } = one(project, id)
      if (force === true && name !== project.project.name)
        throw new FakeRefusal(400, 'name_mismatch', 'The name is not that of the project')
      if (status !== 'ACTIVE_HEALTHY')
        throw new FakeRefusal(
          409,
          'replica_not_healthy',
          'This read replica can’t be asked at the moment; choose the primary database, or wait',
        )
      project.replicas = project.replicas.filter(({ identifier }) => identifier !== id)
      project.project.region = region
      const at = tick(world)
      const former = { id: at.replaceAll(/[-:.]/g, ''), at }
      project.formerPrimaries.unshift(former)
      noted(project, 'project.promote_replica', { id })
      return { identifier: project.project.ref, took_ms: 900, former_primary: former.id }
    }),
    fakeRoute(deleteFormerPrimary, ({ params }) => {
      const project = found(params)
      const former = project.formerPrimaries.find(({ id }) => id === params['former'])
      if (!former) throw new FakeRefusal(404, 'replica_not_found', 'There is no such read replica')
      project.formerPrimaries = project.formerPrimaries.filter((other) => other !== former)
      noted(project, 'project.delete_former_primary', { id: former.id })
      return former
    }),
  ]
}

function newReplica({ project, replicas }: FakeProject, region: string, at: string): ReadReplica {
  const number = (replicas.length + 1).toString(16).padStart(6, '0')
  return {
    identifier: `${project.ref}-rr-${region}-${number}`,
    region,
    status: 'INIT_READ_REPLICA',
    status_reason: null,
    step: 'Requested',
    copy: null,
    lag: null,
    history: [],
    db_host: project.db_host,
    db_port: 0,
    inserted_at: at,
  }
}

/** Ends the setup of a replica: it is healthy, or has the given fields. */
export function settleReplica(world: FakeWorld, id: string, given: Partial<ReadReplica> = {}): void {
  for (const { replicas } of world.projects)
    for (const replica of replicas)
      if (replica.identifier === id)
        Object.assign(replica, {
          status: 'ACTIVE_HEALTHY',
          step: 'CompletedReadReplicaSetup',
          lag: { bytes: 0, seconds: 0 },
          db_port: 5433,
          ...given,
        })
}
