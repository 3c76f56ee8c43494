/** The runs of a deck: one per project and query, kept until the query is closed. */
import type { Disposable } from '../../kernel/screen.js'
import { resultsToLetGo } from '../../rules/results/result-budget.js'
import type { EndedRun } from './run-state.js'
import { createSqlRun, type SqlRun, type SqlRunDeps } from './sql-run.js'

/** The editors beside any page: each has one run in a project, under its name. */
export const TEXT_BESIDE = { panel: 'panel', assistant: 'assistant' } as const

export function isTextBeside(snippetId: string): boolean {
  return Object.values<string>(TEXT_BESIDE).includes(snippetId)
}

/** A run of a query, which knows whether it is seen. */
export interface ShownRun extends SqlRun {
  /** Its results are seen until the returned function is called. Hidden ones give way when memory is short. */
  show(): () => void
}

export interface SqlRunsDeps extends Omit<SqlRunDeps, 'onEnd'> {
  /** Called when a run that was sent has ended; `snippetId` is the query's, or the name of a text beside. */
  onEnd(ref: string, run: EndedRun, snippetId: string): void
  /** Bytes that all results together may keep in memory. */
  budget(): number
}

export interface SqlRuns extends Disposable {
  open(ref: string, snippetId: string): ShownRun
  /** Cancels its run, and drops its results. */
  close(ref: string, snippetId: string): void
  /** The platform answers again: messages about unsent runs are removed. */
  forgetUnsent(): void
}

interface HeldRun {
  run: ShownRun
  /** How many views show it. */
  views: number
  hiddenSince: number
}

export function createSqlRuns(deps: SqlRunsDeps): SqlRuns {
  const runs = new Map<string, HeldRun>()
  /** Grows with each run that is hidden. */
  let hidings = 0
  function makeRoom(): void {
    const held = Array.from(runs.values(), ({ run, views, hiddenSince }) => ({
      key: run,
      bytes: run.bytes(),
      hiddenSince: views > 0 ? null : hiddenSince,
    }))
    for (const run of resultsToLetGo(held, deps.budget())) run.letGo()
  }

  const keyOf = (ref: string, snippetId: string) => `${ref}/${snippetId}`
  return {
    open(ref, snippetId) {
      const key = keyOf(ref, snippetId)
      const found = runs.get(key)
      if (found) return found.run
      const onEnd = (_: string, ended: EndedRun) => {
        deps.onEnd(ref, ended, snippetId)
        makeRoom()
      }
      const held: HeldRun = {
        hiddenSince: hidings,
        views: 0,
        run: {
          ...createSqlRun({ ...deps, onEnd }, ref),
          show() {
            held.views += 1
            let isSeen = true
            return () => {
              if (!isSeen) return
              isSeen = false
              held.views -= 1
              held.hiddenSince = ++hidings
              makeRoom()
            }
          },
        },
      }
      runs.set(key, held)
      return held.run
    },
    close(ref, snippetId) {
      const key = keyOf(ref, snippetId)
      runs.get(key)?.run.dispose()
      runs.delete(key)
    },
    forgetUnsent() {
      for (const { run } of runs.values()) run.forgetUnsent()
    },
    dispose() {
      for (const { run } of runs.values()) run.dispose()
      runs.clear()
    },
  }
}
