/** How the platform is, part by part, for its status page. */
import type { PlatformPart, PlatformStatus, Readiness } from '@basedeck/platform-client/contract'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import type { Functions } from '../functions/functions.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { EngineOffer } from '../engines/engine-registry.js'
import { replicaText } from '../text/replicas.js'
import { backupsPart, branchesPart } from './backups-part.js'
import { functionsPart, schedulesPart } from './work-parts.js'
import { diskPart, isFull } from './disk-space.js'

export interface StatusDeps {
  version: string
  startedAt: Date
  control: Pick<ControlDatabase, 'select'>
  engines: readonly EngineOffer[]
  /** What runs a database that asks for no engine. */
  ownEngine: string
  mail: boolean
  aiEnabled: boolean
  /** Undefined: a hosted platform shows no newest version. */
  releases: boolean | undefined
  /** Undefined: none are made here. */
  backups?: Pick<KeptBackups, 'list' | 'logWaitsSince'> | undefined
  /** Undefined: none can run here. */
  functions?: Pick<Functions, 'runtime'> | undefined
  now(): Date
  /** Free bytes of the data directory. */
  freeBytes(): Promise<number>
}

export async function platformStatus(deps: StatusDeps): Promise<PlatformStatus> {
  const given = (part: PlatformPart['part'], is: boolean): PlatformPart => ({
    part,
    state: is ? 'configured' : 'off',
  })
  return {
    version: deps.version,
    started_at: deps.startedAt.toISOString(),
    parts: [
      await controlPart(deps.control),
      enginePart(deps),
      diskPart(await deps.freeBytes()),
      given('mail', deps.mail),
      given('ai', deps.aiEnabled),
      ...(deps.releases === undefined
        ? []
        : [
            given('releases', deps.releases),
            await backupsPart(deps.backups, deps.now()),
            await branchesPart(deps.control),
            await replicasPart(deps.control),
            await functionsPart(deps.functions),
            await schedulesPart(deps.control),
          ]),
    ],
  }
}

/** Whether calls can be answered now. */
export async function readiness({
  control,
  freeBytes,
}: Pick<StatusDeps, 'control' | 'freeBytes'>): Promise<Readiness> {
  const missing: Readiness['missing'] = []
  if ((await controlPart(control)).state === 'fails') missing.push('control')
  if (isFull(await freeBytes())) missing.push('disk')
  return { status: missing.length === 0 ? 'ready' : 'not-ready', missing }
}

async function controlPart(control: StatusDeps['control']): Promise<PlatformPart> {
  const began = performance.now()
  try {
    await control.select('select 1 as one')
    return { part: 'control', state: 'works', tookMs: Math.round(performance.now() - began) }
  } catch {
    // The original message may name hosts and files, so only the server's log gets it.
    return { part: 'control', state: 'fails' }
  }
}

/** Of a self-hosted platform: on a hosted one they are their organizations' own. */
async function replicasPart(control: StatusDeps['control']): Promise<PlatformPart> {
  const rows = await control
    .select<{ status: string; count: number }>(
      `select status, count(*)::int as count from control.databases where type = 'READ_REPLICA' group by status`,
    )
    .catch(() => undefined)
  if (!rows) return { part: 'replicas', state: 'fails' }
  if (rows.length === 0) return { part: 'replicas', state: 'off' }
  const healthy = rows.find(({ status }) => status === 'ACTIVE_HEALTHY')?.count ?? 0
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const isIll = rows.some(({ status }) => ILL.has(status))
  return { part: 'replicas', state: isIll ? 'fails' : 'works', detail: replicaText.healthyOf(healthy, all) }
}

const ILL: ReadonlySet<string> = new Set(['ACTIVE_UNHEALTHY', 'INIT_READ_REPLICA_FAILED'])

function enginePart({ engines, ownEngine }: StatusDeps): PlatformPart {
  const offer = engines.find(({ kind }) => kind === ownEngine)
  if (!offer) return { part: 'engine', state: 'fails' }
  return offer.available
    ? { part: 'engine', state: 'works', detail: offer.description }
    : { part: 'engine', state: 'fails', detail: offer.reason }
}
