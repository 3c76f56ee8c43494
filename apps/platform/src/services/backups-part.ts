/** How the backups and branches of a self-hosted platform's project stand, for the status page. */
import { backupHealth, type BackupHealth } from '@basedeck/core/rules/projects'
import type { PlatformPart } from '@basedeck/platform-client/contract'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import type { ControlDatabase } from '../control/control-database.js'
import { OWN_REF } from '../control/own-installation.js'
import { statusText as text } from '../text/status.js'

/** @param backups undefined: none are made here */
export async function backupsPart(
  backups: Pick<KeptBackups, 'list' | 'logWaitsSince'> | undefined,
  now: Date,
): Promise<PlatformPart> {
  const part = 'backups'
  try {
    const known = await backups?.list(OWN_REF)
    if (!backups || !known) return { part, state: 'off' }
    if (known.unavailable !== undefined) return { part, state: 'off', detail: known.unavailable }
    const health = backupHealth({ ...known, logWaitsSince: await backups.logWaitsSince(OWN_REF) }, now)
    if (health.state === 'off') return { part, state: 'off' }
    if (health.state === 'waiting') return { part, state: 'configured', detail: text.firstToCome }
    const store = known.store?.error ? [text.storeFails(known.store.where, known.store.error)] : []
    return {
      part,
      state: health.state === 'bad' || store.length > 0 ? 'fails' : 'works',
      detail: [
        ...health.problems.map((problem) => text.problems[problem]),
        ...store,
        ...factsOf(health, now),
      ].join(' '),
    }
  } catch {
    return { part, state: 'fails' }
  }
}

function factsOf({ lastGood, proved, logLagMs }: BackupHealth, now: Date): string[] {
  return [
    lastGood ? text.lastGood(lastGood, now) : text.noneGood,
    proved ? text.proved(proved) : text.notProved,
    ...(logLagMs === null ? [] : [text.logLag(logLagMs)]),
  ]
}

/** A branch that could not be made or is unhealthy is one that fails. */
export async function branchesPart(control: Pick<ControlDatabase, 'select'>): Promise<PlatformPart> {
  const part = 'branches'
  const rows = await control
    .select<{ is_ill: boolean; count: number }>(
      `select own.status in ('INIT_FAILED', 'ACTIVE_UNHEALTHY') or b.error is not null as is_ill, count(*)::int as count
       from control.branches b join control.projects own on own.id = b.project_id
       where not b.is_default group by 1`,
    )
    .catch(() => undefined)
  if (!rows) return { part, state: 'fails' }
  if (rows.length === 0) return { part, state: 'off' }
  const countOf = (isIll: boolean) => rows.find(({ is_ill }) => is_ill === isIll)?.count ?? 0
  const ill = countOf(true)
  return {
    part,
    state: ill > 0 ? 'fails' : 'works',
    detail: text.branches(ill + countOf(false), ill),
  }
}
