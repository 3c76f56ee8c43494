/** Reports changed projects, so that open dashboards update at once. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface ProjectChanges {
  /** Whether all changes are currently reported, including those of other processes. */
  isWhole(): boolean
  /** @param changed is given the ref; it must not throw */
  subscribe(changed: (ref: string) => void): () => void
  /** @param turned called when `isWhole` changes; changes made while it was false were not reported */
  onTurn(turned: () => void): () => void
}

/** Every statement on one project or its primary database has its ref as its first parameter. */
const WRITES = /\b(?:update|into|delete\s+from)\s+control\.(?:projects|databases)\b/i

/** For a control plane that only this process writes to. */
export function tellingProjectChanges(control: ControlDatabase): {
  control: ControlDatabase
  changes: ProjectChanges
} {
  const listeners = new Set<(ref: string) => void>()
  return {
    control: {
      ...control,
      async write(statements) {
        const written = await control.write(statements)
        if (written.ok) for (const ref of changedBy(statements)) for (const tell of listeners) tell(ref)
        return written
      },
    },
    changes: {
      isWhole: () => true,
      onTurn: () => () => {},
      subscribe(changed) {
        listeners.add(changed)
        return () => void listeners.delete(changed)
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
