/** The runs of a deck: one per project and query, kept until the query is closed. */
import type { Disposable } from '../kernel/screen.js'
import { createSqlRun, type EndedRun, type SqlRun, type SqlRunDeps } from './sql-run.js'

/** The editors beside any page: each has one run in a project, under its name. */
export const TEXT_BESIDE = { panel: 'panel', assistant: 'assistant' } as const

export function isTextBeside(snippetId: string): boolean {
  return Object.values<string>(TEXT_BESIDE).includes(snippetId)
}

export interface SqlRunsDeps extends Omit<SqlRunDeps, 'onEnd'> {
  /** Called when a run that was sent has ended; `snippetId` is the query's, or the name of a text beside. */
  onEnd(ref: string, run: EndedRun, snippetId: string): void
}

export interface SqlRuns extends Disposable {
  open(ref: string, snippetId: string): SqlRun
  /** Cancels its run, and drops its results. */
  close(ref: string, snippetId: string): void
  /** The platform answers again: messages about unsent runs are removed. */
  forgetUnsent(): void
}

export function createSqlRuns(deps: SqlRunsDeps): SqlRuns {
  const runs = new Map<string, SqlRun>()
  const keyOf = (ref: string, snippetId: string) => `${ref}/${snippetId}`
  return {
    open(ref, snippetId) {
      const key = keyOf(ref, snippetId)
      let run = runs.get(key)
      if (!run) {
        const onEnd = (_: string, ended: EndedRun) => deps.onEnd(ref, ended, snippetId)
        runs.set(key, (run = createSqlRun({ ...deps, onEnd }, ref)))
      }
      return run
    },
    close(ref, snippetId) {
      const key = keyOf(ref, snippetId)
      runs.get(key)?.dispose()
      runs.delete(key)
    },
    forgetUnsent() {
      for (const run of runs.values()) run.forgetUnsent()
    },
    dispose() {
      for (const run of runs.values()) run.dispose()
      runs.clear()
    },
  }
}
