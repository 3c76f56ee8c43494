/** Reports changed projects, inboxes and data of projects, so that open dashboards update at once. */
import type { ControlDatabase, ControlStatement, Written } from './control-database.js'
import { changesToldBy, type DataChange } from './data-changes.js'

export interface ProjectChanges {
  /** Whether all changes are currently reported, including those of other processes. */
  isWhole(): boolean
  /** @param changed is given the ref; it must not throw */
  subscribe(changed: (ref: string) => void): () => void
  /** @param changed is given the person whose notifications changed; it must not throw */
  onNotifications(changed: (profileId: string) => void): () => void
  /** @param changed is given what changed in the data of which project; it must not throw */
  onData(changed: (change: DataChange) => void): () => void
  /** @param written called after each write of this process, but not after those that are only appended; it must not throw */
  onWrite(written: () => void): () => void
  /** @param turned called when `isWhole` changes; changes made while it was false were not reported */
  onTurn(turned: () => void): () => void
}

/** Every statement on one project or its primary database has its ref as its first parameter. */
const WRITES = /\b(?:update|into|delete\s+from)\s+control\.(?:projects|databases)\b/i
/** Every statement on notifications gives back the people whose inbox it changed. */
const WRITES_NOTIFICATIONS = /\b(?:update|into)\s+control\.notifications\b/i
/** What was told in an organization goes with the membership; the second parameter is the person. */
const ENDS_MEMBERSHIP = /\bdelete\s+from\s+control\.members\b/i

/** For a control plane that only this process writes to. */
export function tellingProjectChanges(control: ControlDatabase): {
  control: ControlDatabase
  changes: ProjectChanges
} {
  const listeners = new Set<(ref: string) => void>()
  const readers = new Set<(profileId: string) => void>()
  const dataListeners = new Set<(change: DataChange) => void>()
  const writeListeners = new Set<() => void>()
  const telling = async (statements: readonly ControlStatement[], write: Promise<Written>) => {
    const written = await write
    if (!written.ok) return written
    for (const ref of changedBy(statements)) for (const tell of listeners) tell(ref)
    for (const id of readersOf(statements, written.rows)) for (const tell of readers) tell(id)
    for (const change of changesToldBy(statements)) for (const tell of dataListeners) tell(change)
    return written
  }
  return {
    control: {
      ...control,
      async write(statements) {
        const written = await telling(statements, control.write(statements))
        for (const tell of writeListeners) tell()
        return written
      },
      append: (statements) => telling(statements, control.append(statements)),
    },
    changes: {
      isWhole: () => true,
      onTurn: () => () => {},
      onWrite(written) {
        writeListeners.add(written)
        return () => void writeListeners.delete(written)
      },
      subscribe(changed) {
        listeners.add(changed)
        return () => void listeners.delete(changed)
      },
      onNotifications(changed) {
        readers.add(changed)
        return () => void readers.delete(changed)
      },
      onData(changed) {
        dataListeners.add(changed)
        return () => void dataListeners.delete(changed)
      },
    },
  }
}

function changedBy(statements: readonly ControlStatement[]): Set<string> {
  const refs = statements.flatMap(({ sql, parameters: [ref] = [] }) =>
    WRITES.test(sql) && typeof ref === 'string' ? [ref] : [],
  )
  return new Set(refs)
}

function readersOf(statements: readonly ControlStatement[], rows: readonly unknown[][]): Set<string> {
  const ids = statements.flatMap(({ sql, parameters = [] }, index) => {
    if (ENDS_MEMBERSHIP.test(sql)) return [parameters[1]]
    return WRITES_NOTIFICATIONS.test(sql) ? (rows[index] ?? []) : []
  })
  return new Set(ids.filter((id) => typeof id === 'string'))
}
