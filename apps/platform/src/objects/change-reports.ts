/**
 * Reports that the files of a project changed: the first change at once, and those of the next seconds together, so that an
 * application that stores many files does not make every open dashboard read its lists for each of them.
 */
import type { ControlDatabase } from '../control/control-database.js'
import { tellStorageChange } from '../control/storage-changes.js'
import type { BatchStatement } from '../engines/engine.js'

/** Milliseconds between two reports of one project. */
const EVERY_MS = 2000

/** Of every statement of this folder that changes what a list shows; the time of the last download is no such change. */
const CHANGES = /\b(?:insert into|update|delete from) storage\.(?:buckets|objects)\b(?! set last_accessed_at)/

export function changesLists(statements: readonly BatchStatement[]): boolean {
  return statements.some(({ query }) => CHANGES.test(query))
}

/** Gives what is called after each change. */
export function createChangeReports(control: Pick<ControlDatabase, 'append'>): (ref: string) => void {
  /** By project: whether it changed since its last report. */
  const resting = new Map<string, boolean>()
  const report = (ref: string) => {
    resting.set(ref, false)
    // A report that is lost is made up for by the next change, and by the next look at the list.
    control.append([tellStorageChange(ref)]).catch(() => {})
    const timer = setTimeout(() => {
      const hasChanged = resting.get(ref)
      resting.delete(ref)
      if (hasChanged) report(ref)
    }, EVERY_MS)
    timer.unref()
  }
  return (ref) => (resting.has(ref) ? void resting.set(ref, true) : report(ref))
}
