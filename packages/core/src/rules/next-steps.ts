/**
 * The next steps in a project, the most useful first.
 * @rule projects.next-steps  @spec §2
 */
export type NextStep = 'table' | 'security' | 'sql' | 'tables' | 'keys' | 'settings'

/** The facts about a project that decide its next steps. */
export interface ProjectKnowledge {
  /** Its database is available. */
  isUp: boolean
  /** Undefined while it is not known. */
  tables: number | undefined
  /** Errors that the Security Advisor found. */
  securityErrors: number
  /** The caller may create tables. */
  mayWrite: boolean
}

const MOST = 4

/** A next step. */
export function nextSteps({ isUp, tables, securityErrors, mayWrite }: ProjectKnowledge): NextStep[] {
  if (!isUp) return ['keys', 'settings']
  if (tables === 0) return [mayWrite ? 'table' : 'sql', 'keys', 'settings']
  const steps: NextStep[] = ['sql', 'tables', 'keys', 'settings']
  return (securityErrors > 0 ? (['security', ...steps] satisfies NextStep[]) : steps).slice(0, MOST)
}
