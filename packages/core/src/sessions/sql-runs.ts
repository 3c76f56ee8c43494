/** The runs of a deck: one per project and snippet, kept while the deck lives. */
import type { Disposable } from '../kernel/screen.js'
import { createSqlRun, type SqlRun, type SqlRunDeps } from './sql-run.js'

export interface SqlRuns extends Disposable {
  open(ref: string, snippetId: string): SqlRun
}

export function createSqlRuns(deps: SqlRunDeps): SqlRuns {
  const runs = new Map<string, SqlRun>()
  return {
    open(ref, snippetId) {
      const key = `${ref}/${snippetId}`
      let run = runs.get(key)
      if (!run) runs.set(key, (run = createSqlRun(deps, ref)))
      return run
    },
    dispose() {
      for (const run of runs.values()) run.dispose()
      runs.clear()
    },
  }
}
