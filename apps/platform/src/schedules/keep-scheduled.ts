/**
 * Begins the runs of schedules at their times. What is due is added as a run and moved to its next time in one step; a run is
 * claimed by one process, and one that was cut off is begun again. What was missed while nothing ran here is made up once.
 */
import { randomUUID } from 'node:crypto'
import { isBeyondNext, nextRun, nextRunAfter } from '@basedeck/core/rules/schedules'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import {
  addDueRuns,
  claimRuns,
  distantSchedules,
  dueSchedules,
  endRun,
  nextDueAt,
  putBackRun,
  recountSchedules,
  releaseRuns,
  renewClaims,
  waitingRuns,
  type ClaimedRun,
  type DueSchedule,
  type RunEnd,
} from '../control/schedule-runs.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { Performed } from './perform-run.js'

export interface KeepScheduledDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'isHere'>
  /** Of this process: what it had begun before it ended is begun again at its start. */
  installationId: string
  perform(run: ClaimedRun, signal: AbortSignal): Promise<Performed>
  /** @param failures how many runs of the schedule failed in a row */
  onEnded?(run: ClaimedRun, end: RunEnd, failures: number): void
  log: Pick<Logger, 'warn'>
  now(): Date
}

export interface Scheduled {
  /** Adds what is due, and begins what waits. Settles when it is begun. */
  look(): Promise<void>
  /** Settles when nothing that this process began is under way. */
  settled(): Promise<void>
  /** Begins nothing more. What is under way is cut off, and begun again at the next start. */
  close(): Promise<void>
}

/** At most until another process’s change is seen. */
const EVERY_MS = 10_000
const SOONEST_MS = 50
const OVERDUE_MS = 1000
const RECOUNT_EVERY_MS = 60 * 60 * 1000
/** Renewed three times before it is over. */
const CLAIM_SECONDS = 60
const RENEW_EVERY_MS = 20_000
const AGAIN_SECONDS = 30
const ATTEMPTS_MAX = 5
const MOST_DUE = 1000
const MOST_WAITING = 500
const MOST_AT_ONCE = 16
/** The runs of one project must not hold up those of the others. */
const MOST_OF_A_PROJECT = 4
/** What hangs must not hold up the end of the program. */
const CLOSE_MS = 2000

export function keepScheduled(deps: KeepScheduledDeps): Scheduled {
  const { control, life, installationId, log, now } = deps
  const under = new Map<ClaimedRun, Promise<void>>()
  const closed = new AbortController()
  let passing: Promise<void> | undefined
  let isAsked = false
  let timer: NodeJS.Timeout | undefined
  let isReleased = false
  let recountedAt = Number.NEGATIVE_INFINITY

  async function pass(): Promise<void> {
    if (!isReleased) {
      await control.append([releaseRuns(installationId)])
      isReleased = true
    }
    await recount()
    await addDue()
    await begin()
  }

  /** A clock that was years ahead for a moment must not stop a schedule for years. */
  async function recount(): Promise<void> {
    const at = now().getTime()
    if (Math.abs(at - recountedAt) < RECOUNT_EVERY_MS) return
    recountedAt = at
    const distant = await distantSchedules(control, now())
    const wrong = distant.filter(({ expression, time_zone: timeZone, next_at }) =>
      isBeyondNext({ expression, timeZone, nextAt: new Date(next_at ?? 0) }, now()),
    )
    if (wrong.length > 0) await control.append([recountSchedules(wrong.map(({ id }) => id))])
  }

  async function addDue(): Promise<void> {
    const due = (await dueSchedules(control, now(), MOST_DUE)).filter(life.isHere)
    if (due.length === 0) return
    const steps = due.map((one) => ({
      id: one.id,
      seen: one.next_at,
      next: nextOf(one)?.toISOString() ?? null,
      run: randomUUID(),
    }))
    await control.append([addDueRuns(steps, now())])
  }

  function nextOf({ expression, time_zone: timeZone, next_at }: DueSchedule): Date | null {
    return next_at === null
      ? nextRun(expression, timeZone, now())
      : nextRunAfter({ expression, timeZone, dueAt: new Date(next_at) }, now())
  }

  async function begin(): Promise<void> {
    const room = MOST_AT_ONCE - under.size
    if (room <= 0 || closed.signal.aborted) return
    const ofProject = new Map<string, number>()
    const count = (ref: string) => {
      const next = (ofProject.get(ref) ?? 0) + 1
      ofProject.set(ref, next)
      return next
    }
    for (const { ref } of under.keys()) count(ref)
    const own = new Set([...under.keys()].map(({ id }) => id))
    const waiting = await waitingRuns(control, now(), {
      most: MOST_WAITING,
      ofProject: 2 * MOST_OF_A_PROJECT,
    })
    const chosen = waiting
      // A clock that jumped makes a claim look over while its run goes on here.
      .filter(({ id }) => !own.has(id))
      .filter(life.isHere)
      .filter(({ ref }) => count(ref) <= MOST_OF_A_PROJECT)
      .slice(0, room)
    if (chosen.length === 0) return
    const claimed = await claimRuns(
      control,
      chosen.map(({ id }) => id),
      { now: now(), by: installationId, seconds: CLAIM_SECONDS },
    )
    for (const run of claimed) {
      const done = doRun(run)
        .catch((error: unknown) =>
          log.warn(
            { err: error, project: run.ref, run: run.id },
            'what came of a run could not be kept; it is begun again',
          ),
        )
        .finally(() => {
          under.delete(run)
          void look()
        })
      under.set(run, done)
    }
  }

  async function doRun(run: ClaimedRun): Promise<void> {
    if (run.attempts > ATTEMPTS_MAX) return end(run, { status: 'failed', tookMs: 0, reason: 'interrupted' })
    const begun = performance.now()
    const performed = await deps.perform(run, closed.signal)
    // Cut off by the end of the program: the next start begins it again.
    if (closed.signal.aborted && performed.status !== 'succeeded') return
    if (performed.status !== 'later')
      return end(run, { ...performed, tookMs: Math.round(performance.now() - begun) })
    if (run.attempts === ATTEMPTS_MAX)
      return end(run, { status: 'failed', tookMs: 0, reason: performed.reason })
    await control.append([putBackRun(run, now(), AGAIN_SECONDS)])
  }

  async function end(run: ClaimedRun, given: RunEnd): Promise<void> {
    const failures = await endRun(control, run, given, now())
    if (failures !== undefined) deps.onEnded?.(run, given, failures)
  }

  function look(): Promise<void> {
    if (closed.signal.aborted) return Promise.resolve()
    isAsked = true
    passing ??= (async () => {
      clearTimeout(timer)
      try {
        while (isAsked && !closed.signal.aborted) {
          isAsked = false
          await pass()
        }
        await wait()
      } catch (error) {
        if (closed.signal.aborted) return
        log.warn({ err: error }, 'schedules could not be looked at; it is tried again')
        ring(EVERY_MS)
      } finally {
        passing = undefined
      }
      if (isAsked) void look()
    })()
    return passing
  }

  async function wait(): Promise<void> {
    const at = await nextDueAt(control)
    const ms = at === null ? EVERY_MS : at.getTime() - now().getTime()
    // What is still due now is another process's, or waits for its project to be resumed.
    ring(ms <= 0 ? OVERDUE_MS : Math.min(Math.max(ms, SOONEST_MS), EVERY_MS))
  }

  function ring(ms: number): void {
    clearTimeout(timer)
    if (!closed.signal.aborted) timer = setTimeout(() => void look(), ms).unref()
  }

  const renewing = setInterval(() => {
    if (under.size === 0) return
    const claims = [...under.keys()].map(({ claim }) => claim)
    control
      .append([renewClaims(claims, now(), CLAIM_SECONDS)])
      .catch((error: unknown) => log.warn({ err: error }, 'claims of runs could not be renewed'))
  }, RENEW_EVERY_MS).unref()

  return {
    look,
    async settled() {
      for (;;) {
        const all = [...(passing ? [passing] : []), ...under.values()]
        if (all.length === 0) return
        await Promise.all(all)
      }
    },
    async close() {
      closed.abort()
      clearTimeout(timer)
      clearInterval(renewing)
      let late: NodeJS.Timeout | undefined
      const ended = Promise.all([passing, ...under.values()])
      await Promise.race([
        ended,
        new Promise<void>((resolve) => {
          late = setTimeout(resolve, CLOSE_MS)
        }),
      ])
      clearTimeout(late)
    },
  }
}
