/** The runs of a deck: one per project and query, kept until the query is closed. */
import type { Disposable } from '../kernel/screen.js'
import { createSqlRun, type SqlRun, type SqlRunDeps } from './sql-run.js'

export interface SqlRuns extends Disposable {
  open(ref: string, snippetId: string): SqlRun
  /** Cancels what runs there, and lets go of its results. */
  close(ref: string, snippetId: string): void
}

export function createSqlRuns(deps: SqlRunDeps): SqlRuns {
  const runs = new Map<string, SqlRun>()
  const keyOf = (ref: string, snippetId: string) => `${ref}/${snippetId}`
  return {
    open(ref, snippetId) {
      const key = keyOf(ref, snippetId)
      let run = runs.get(key)
      if (!run) runs.set(key, (run = createSqlRun(deps, ref)))
      return run
    },
    close(ref, snippetId) {
      const key = keyOf(ref, snippetId)
      runs.get(key)?.dispose()
      runs.delete(key)
    },
    dispose() {
      for (const run of runs.values()) run.dispose()
      runs.clear()
    },
  }
}
