/** How edge functions and schedules of a self-hosted platform stand, for the status page. */
import type { PlatformPart } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import type { Functions } from '../functions/functions.js'
import { statusText as text } from '../text/status.js'

/** @param functions undefined: none can run here */
export async function functionsPart(
  functions: Pick<Functions, 'runtime'> | undefined,
): Promise<PlatformPart> {
  const part = 'functions'
  const runtime = await functions?.runtime().catch(() => null)
  if (runtime === null) return { part, state: 'fails' }
  if (!runtime?.available)
    return { part, state: 'off', ...(runtime?.reason ? { detail: runtime.reason } : {}) }
  return {
    part,
    state: 'works',
    detail: [text.runtime(runtime.deno_version ?? ''), ...runtime.weak_walls].join(' '),
  }
}

/** One whose last runs failed is one that fails. */
export async function schedulesPart(control: Pick<ControlDatabase, 'select'>): Promise<PlatformPart> {
  const part = 'schedules'
  const [row] = await control
    .select<{ enabled: number; failing: number }>(
      `select count(*)::int as enabled, count(*) filter (where failures > 0)::int as failing
       from control.schedules where enabled`,
    )
    .catch(() => [])
  if (!row) return { part, state: 'fails' }
  if (row.enabled === 0) return { part, state: 'off' }
  return {
    part,
    state: row.failing > 0 ? 'fails' : 'works',
    detail: text.schedules(row.enabled, row.failing),
  }
}
