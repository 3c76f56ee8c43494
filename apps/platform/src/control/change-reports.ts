/**
 * Reports that the data of a project changed: the first change at once, and those of the next seconds together, so that an
 * application that stores many files does not make every open dashboard read its lists for each of them.
 */
import type { ControlDatabase } from './control-database.js'
import { tellDataChange, type DataTopic } from './data-changes.js'

/** Milliseconds between two reports of one project. */
const EVERY_MS = 2000

/** Gives what is called after each change. */
export function createChangeReports(
  control: Pick<ControlDatabase, 'append'>,
  topic: DataTopic,
): (ref: string) => void {
  /** By project: whether it changed since its last report. */
  const resting = new Map<string, boolean>()
  const report = (ref: string) => {
    resting.set(ref, false)
    // A report that is lost is made up for by the next change, and by the next look at the list.
    control.append([tellDataChange({ topic, ref })]).catch(() => {})
    const timer = setTimeout(() => {
      const hasChanged = resting.get(ref)
      resting.delete(ref)
      if (hasChanged) report(ref)
    }, EVERY_MS)
    timer.unref()
  }
  return (ref) => (resting.has(ref) ? void resting.set(ref, true) : report(ref))
}
