/** The read replicas of the projects whose files this process has: made, followed, removed, and put in the place of their primary. */
import type {
  DatabaseId,
  FormerPrimary,
  ReadReplica,
  ReadReplicas,
  ReplicaReads,
  ReplicaTest,
} from '@basedeck/platform-client/contract'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REGIONS } from '@basedeck/core/rules/projects'
import type { ControlStatement } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import {
  beginSetup,
  changeReplicaReads,
  insertReplica,
  lagsOf,
  replicaById,
  replicaReadsOf,
  replicasHeldBy,
  replicasOf,
  setReplicaStatus,
  type ReplicaRow,
} from '../control/replicas.js'
import { newReplicaId, primaryOf } from '../engines/replica-id.js'
import { capabilitiesOf } from '../engines/capabilities.js'
import type { Following } from '../engines/cluster/replicas/replication-slots.js'
import { DomainError } from '../kernel/domain-error.js'
import { formerPrimaries, removeFormer } from './former-primaries.js'
import { finishPromotion, promote, type Promoted } from './promote.js'
import { testReplica } from './test-replica.js'
import { removeFiles } from './remove.js'
import type { ReplicasContext, ReplicasDeps } from './replicas-context.js'
import { setUp } from './set-up.js'
import { shownReplica } from './shown-replica.js'
import { lookAtReplicas } from './look-at-replicas.js'

export interface Replicas {
  /** @throws DomainError project_not_found */
  list(ref: string): Promise<ReadReplicas>
  /**
   * Begins one. `noted` are written with it, here and below.
   * @returns its row; `done` settles when it is healthy or failed, and never rejects
   * @throws DomainError unsupported, too_many_replicas, project_busy, invalid_body
   */
  begin(
    ref: string,
    region: string,
    noted: ControlStatement[],
  ): Promise<{ id: DatabaseId; done: Promise<void> }>
  /** @throws DomainError replica_not_found, replica_busy */
  remove(ref: string, id: DatabaseId, noted: ControlStatement[]): Promise<ReadReplica>
  restart(ref: string, id: DatabaseId, noted: ControlStatement[]): Promise<ReadReplica>
  resync(ref: string, id: DatabaseId, noted: ControlStatement[]): Promise<ReadReplica>
  /** @throws DomainError replica_not_found, replica_busy, replica_behind, primary_unreachable, name_mismatch */
  promote(
    ref: string,
    id: DatabaseId,
    how: { force: boolean; name: string | undefined },
    noted: ControlStatement[],
  ): Promise<Promoted>
  removeFormer(ref: string, id: string, noted: ControlStatement[]): Promise<FormerPrimary>
  changeReads(ref: string, changes: Partial<ReplicaReads>, noted: ControlStatement[]): Promise<ReplicaReads>
  show(id: DatabaseId): Promise<ReadReplica>
  /** @throws DomainError replica_not_found */
  test(ref: string, id: DatabaseId): Promise<ReplicaTest>
  /** What stopped programs left: setups begin again, removals and promotions are finished. Call it once at the start. */
  resumeUnfinished(): Promise<void>
  /** Compares what is written down of the replicas with what they do. */
  look(): Promise<void>
  /** Settles when no work is under way. */
  settled(): Promise<void>
  /** Stops what is under way, and waits for it. */
  close(): Promise<void>
}

/** PostgreSQL has ten senders, of which a backup takes one. */
export const MOST_REPLICAS = 8

export function createReplicas(deps: ReplicasDeps): Replicas {
  const stopping = new AbortController()
  const context: ReplicasContext = { ...deps, stopping: stopping.signal }
  const { control } = context
  /** The work under way at each replica. */
  const working = new Map<DatabaseId, { stop: AbortController; done: Promise<void> }>()

  async function rowOf(ref: string, id: DatabaseId): Promise<ReplicaRow> {
    const row = primaryOf(id) === ref ? await replicaById(control, id) : undefined
    if (row?.ref !== ref) throw new DomainError('replica_not_found')
    return row
  }

  function work(id: DatabaseId, doing: (stop: AbortController) => Promise<void>): Promise<void> {
    const stop = new AbortController()
    stopping.signal.addEventListener('abort', () => stop.abort(), { once: true })
    const before = working.get(id)?.done ?? Promise.resolve()
    const done = before
      .then(() => doing(stop))
      .catch((err: unknown) => deps.log.error({ err, replica: id }, 'work on a read replica failed'))
      .finally(() => {
        if (working.get(id)?.done === done) working.delete(id)
      })
    working.set(id, { stop, done })
    return done
  }

  async function show(id: DatabaseId): Promise<ReadReplica> {
    const row = await replicaById(control, id)
    if (!row) throw new DomainError('replica_not_found')
    return shownReplica(row, undefined, [], deps.now())
  }

  /** @throws DomainError project_not_found, unsupported, project_inactive, project_busy */
  async function requireAble(ref: string): Promise<void> {
    const project = await projectByRef(control, ref)
    if (!project) throw new DomainError('project_not_found')
    const { replicas } = capabilitiesOf({ engine: project.engine, type: 'PRIMARY' })
    if (!replicas.available) throw new DomainError('unsupported', replicas.reason)
    if (project.status === 'INACTIVE') throw new DomainError('project_inactive')
    if (project.status !== 'ACTIVE_HEALTHY') throw new DomainError('project_busy')
  }

  async function claim(statement: ControlStatement, noted: ControlStatement[]): Promise<void> {
    const written = await control.write([statement, ...noted])
    if (!written.ok) throw new DomainError('replica_busy')
  }

  return {
    async list(ref) {
      const project = await projectByRef(control, ref)
      if (!project) throw new DomainError('project_not_found')
      const { replicas } = capabilitiesOf({ engine: project.engine, type: 'PRIMARY' })
      const rows = await replicasOf(control, ref)
      const history = await lagsOf(control, ref)
      const follows = rows.length === 0 ? new Map<DatabaseId, Following>() : await following(context, ref)
      return {
        replicas: rows.map((row) =>
          shownReplica(row, follows.get(row.identifier), history.get(row.identifier) ?? [], deps.now()),
        ),
        reads: await replicaReadsOf(control, ref),
        former_primaries: await formerPrimaries(deps.dataDir, ref),
        ...(replicas.available ? {} : { unavailable: replicas.reason }),
      }
    },
    async begin(ref, region, noted) {
      await requireAble(ref)
      if (!REGIONS.some(({ code }) => code === region))
        throw new DomainError('invalid_body', unknownRegion(region))
      const id = newReplicaId(ref, region)
      const written = await control.write([
        insertReplica(ref, { identifier: id, region, most: MOST_REPLICAS }),
        ...noted,
      ])
      if (!written.ok) throw new DomainError('too_many_replicas')
      return { id, done: work(id, (stop) => setUp(context, { ref, id }, stop)) }
    },
    async remove(ref, id, noted) {
      const row = await rowOf(ref, id)
      const from = [
        'INIT_READ_REPLICA',
        'INIT_READ_REPLICA_FAILED',
        'ACTIVE_HEALTHY',
        'ACTIVE_UNHEALTHY',
        'RESTARTING',
      ]
      // One that could not be deleted is tried again.
      if (row.status !== 'GOING_DOWN') await claim(setReplicaStatus(id, from, 'GOING_DOWN'), noted)
      working.get(id)?.stop.abort()
      const shown = await show(id)
      void work(id, () => removeFiles(context, { ref, id }))
      return shown
    },
    async restart(ref, id, noted) {
      await rowOf(ref, id)
      await requireAble(ref)
      await claim(setReplicaStatus(id, ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'], 'RESTARTING'), noted)
      void work(id, async () => {
        await context.life.database(ref)
        await context.registry.stop({ id, engine: 'cluster' })
        await lookAtReplicas(context, [id])
      })
      return show(id)
    },
    async resync(ref, id, noted) {
      await rowOf(ref, id)
      await requireAble(ref)
      await claim(beginSetup(id, ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INIT_READ_REPLICA_FAILED']), noted)
      void work(id, (stop) => setUp(context, { ref, id }, stop))
      return show(id)
    },
    async promote(ref, id, how, noted) {
      const row = await rowOf(ref, id)
      if (working.has(id)) throw new DomainError('replica_busy')
      if (how.force && how.name !== row.project_name) throw new DomainError('name_mismatch')
      return promote(context, { row, force: how.force }, noted)
    },
    async removeFormer(ref, id, noted) {
      const found = (await formerPrimaries(deps.dataDir, ref)).find((one) => one.id === id)
      if (!found) throw new DomainError('replica_not_found')
      await removeFormer(deps.dataDir, ref, id)
      await control.write(noted)
      return found
    },
    async changeReads(ref, changes, noted) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      await control.write([changeReplicaReads(ref, given), ...noted])
      return replicaReadsOf(control, ref)
    },
    show,
    test: async (ref, id) => testReplica(context, await rowOf(ref, id)),
    async resumeUnfinished() {
      for (const row of await replicasHeldBy(control, deps.installationId)) {
        const { identifier: id, ref, status } = row
        if (row.promoting_to !== null) await finishPromotion(context, row)
        else if (status === 'GOING_DOWN') void work(id, () => removeFiles(context, { ref, id }))
        else if (status === 'INIT_READ_REPLICA') {
          await control.write([beginSetup(id, ['INIT_READ_REPLICA'])])
          void work(id, (stop) => setUp(context, { ref, id }, stop))
        } else if (status === 'RESTARTING')
          await control.write([setReplicaStatus(id, ['RESTARTING'], 'ACTIVE_UNHEALTHY')])
      }
      await removeLeft(context)
    },
    async look() {
      const rows = await replicasHeldBy(control, deps.installationId)
      await lookAtReplicas(
        context,
        rows.map(({ identifier }) => identifier).filter((id) => !working.has(id)),
      )
    },
    async settled() {
      while (working.size > 0) await Promise.all([...working.values()].map(({ done }) => done))
    },
    async close() {
      stopping.abort()
      await Promise.allSettled([...working.values()].map(({ done }) => done))
    },
  }
}

/** Files of a replica without a row: its program was killed after it took the place of its primary, before it was tidied up. */
async function removeLeft({ control, registry, dataDir, log }: ReplicasContext): Promise<void> {
  for (const id of await readdir(join(dataDir, 'projects')).catch((): string[] => [])) {
    const primary = primaryOf(id)
    if (primary === undefined || (await replicaById(control, id))) continue
    await registry
      .removeReplica(id, primary)
      .catch((err: unknown) =>
        log.warn({ err, replica: id }, 'what is left of a replica could not be deleted'),
      )
  }
}

/** Nothing is known of a primary that is closed, or can't be asked. */
function following({ registry }: ReplicasContext, ref: string): Promise<Map<DatabaseId, Following>> {
  return registry.followings(ref).catch(() => new Map())
}

const unknownRegion = (code: string) => `There is no region ${code}`
