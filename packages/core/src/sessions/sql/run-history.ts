/** The runs of each project as this device remembers them, for each person of the browser. */
import { queryProgress, type Client } from '@basedeck/platform-client'
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { hasRows } from '../../rules/results/results-grid.js'
import { afterRun, historyIn, unexpiredRuns, type PastRun } from '../../rules/sql/run-history.js'
import { changesData } from '../../rules/sql/statement-fate.js'
import { roleName } from '../../sql/impersonation.js'
import { fatesOf, type BegunRun, type EndedRun, type SuccessfulRun } from './run-state.js'

export interface RunHistory extends Disposable {
  /** The newest first. */
  of(ref: string): ReadableAtom<readonly PastRun[]>
  /** Kept at once, so that a run whose page goes away meanwhile is not forgotten. */
  begin(ref: string, run: BegunRun): void
  add(ref: string, run: EndedRun): void
  /** Removes one, or all. @returns how to restore them */
  remove(ref: string, id: string): () => void
  clear(ref: string): () => void
}

/** @param owner the profile's id of the current user; undefined without accounts */
export function createRunHistory(
  { storage, clock }: Pick<Host, 'storage' | 'clock'>,
  client: Pick<Client, 'call'>,
  owner: () => string | undefined,
): RunHistory {
  const scope = createScope()
  const stores = new Map<string, WritableAtom<readonly PastRun[]>>()
  const keyOf = (ref: string) => `basedeck:sql-history:${owner() ?? ''}:${ref}`
  const read = (key: string) => {
    try {
      return unexpiredRuns(historyIn(storage.get(key) ?? '[]'), clock.now())
    } catch {
      // Anything that another version or hand wrote is ignored.
      return []
    }
  }
  const storeOf = (key: string) => {
    let $runs = stores.get(key)
    if (!$runs) stores.set(key, ($runs = atom<readonly PastRun[]>(read(key))))
    return $runs
  }
  const stopFollowing = storage.subscribe?.((key) => stores.get(key)?.set(read(key)))
  if (stopFollowing) scope.add(stopFollowing)

  /** When the device is full, the older half is removed first. */
  const write = (key: string, runs: readonly PastRun[]) => {
    storeOf(key).set(runs)
    for (let kept = runs.length; !storage.set(key, JSON.stringify(runs.slice(0, kept))) && kept > 0;)
      kept = Math.floor(kept / 2)
  }
  const without = (ref: string, isGone: (run: PastRun) => boolean) => {
    const key = keyOf(ref)
    const before = read(key)
    write(
      key,
      before.filter((run) => !isGone(run)),
    )
    return () =>
      write(
        key,
        [...read(key), ...before.filter(isGone)].sort((one, other) => other.at - one.at),
      )
  }
  /** Runs whose page went away before their end: the platform knows for a while what became of them. */
  async function settle(ref: string, key: string, tries = SETTLE_TRIES): Promise<void> {
    let isUnderWay = false
    for (const run of read(key).filter((one) => isOpen(one, clock.now()))) {
      const progress = await client
        .call(queryProgress, { params: { ref, runId: run.id } })
        .catch(() => undefined)
      // Just after its end the platform may not know its outcome yet.
      const isEarly = progress?.state === 'ended' && progress.outcome === undefined && tries > LAST_TRIES
      if (progress?.state !== 'ended' || isEarly) {
        isUnderWay = true
        continue
      }
      const now = read(key)
      // Its own window may have seen its end meanwhile.
      if (!now.some((one) => one.id === run.id && isOpen(one, clock.now()))) continue
      const outcome = OUTCOMES[progress.outcome ?? 'unknown']
      write(
        key,
        now.map((one) => (one.id === run.id ? { ...one, outcome } : one)),
      )
    }
    // The platform may just be stopping it.
    if (isUnderWay && tries > 1)
      scope.add(clock.after(SETTLE_EVERY_MS, () => void settle(ref, key, tries - 1)))
  }

  return {
    of(ref) {
      const key = keyOf(ref)
      const isFirst = !stores.has(key)
      const $runs = storeOf(key)
      if (isFirst) void settle(ref, key)
      return $runs
    },
    begin(ref, run) {
      const key = keyOf(ref)
      write(key, afterRun(read(key), { ...pastRun(run), durationMs: 0, outcome: 'running' }, clock.now()))
    },
    add(ref, run) {
      const key = keyOf(ref)
      write(key, afterRun(read(key), endedPastRun(run), clock.now()))
    },
    remove: (ref, id) => without(ref, (run) => run.id === id),
    clear: (ref) => without(ref, () => true),
    dispose: scope.dispose,
  }
}

/** Whether it changed something, and nothing of that was kept. */
function isNotKept({ results, rolledBackOpenTransaction, text }: SuccessfulRun): boolean {
  const fates = fatesOf({ results, rolledBackOpenTransaction, text })
  const changed = fates.filter((_, index) => changesData(results[index]?.command ?? ''))
  return changed.length > 0 && changed.every((fate) => fate === 'rolled_back')
}

/** Milliseconds between two questions for a run that is still under way, and how many. */
const SETTLE_EVERY_MS = 2000
const SETTLE_TRIES = 10
/** Tries from which an end without an outcome is believed. */
const LAST_TRIES = 8

/** Milliseconds for which the platform knows what became of a run. */
const KNOWN_MS = 15 * 60 * 1000

/** Its end was not seen: the page went away, or the connection was lost. */
function isOpen({ outcome, at }: PastRun, now: number): boolean {
  return outcome === 'running' || (outcome === 'lost' && now - at <= KNOWN_MS)
}

const OUTCOMES = { kept: 'success', rolled_back: 'rolled_back', unknown: 'lost' } as const

function pastRun({ runId, text, startedAt, role }: BegunRun): Omit<PastRun, 'durationMs' | 'outcome'> {
  return {
    id: runId,
    at: startedAt,
    sql: text.sql,
    ...(role ? { role: roleName(role) } : {}),
    ...(text.explain ? { explain: text.explain } : {}),
  }
}

function endedPastRun({ durationMs, outcome, ...begun }: EndedRun): PastRun {
  const run = { ...pastRun(begun), durationMs: Math.round(durationMs) }
  if (outcome.status === 'success') {
    const last = outcome.results.findLast(hasRows) ?? outcome.results.at(-1)
    const rows = last?.rowCount ?? undefined
    return {
      ...run,
      outcome: isNotKept(outcome) ? 'rolled_back' : 'success',
      ...(rows === undefined ? {} : { rows }),
    }
  }
  const { failure } = outcome
  if (failure.reason === 'cancelled' || failure.reason === 'lost') return { ...run, outcome: failure.reason }
  return { ...run, outcome: 'failed', ...('message' in failure ? { message: failure.message } : {}) }
}
