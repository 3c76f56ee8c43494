/**
 * What is worth doing next in a project, the most useful first.
 * @rule projects.next-steps  @spec §2
 */
export type NextStep = 'table' | 'security' | 'sql' | 'tables' | 'keys' | 'settings'

/** What is known of a project when its home page says what to do next. */
export interface ProjectKnowledge {
  /** Its database can be asked. */
  isUp: boolean
  /** Undefined while it is not known. */
  tables: number | undefined
  /** Errors that the Security Advisor found. */
  securityErrors: number
  /** Who looks may make tables. */
  mayWrite: boolean
}

const MOST = 4

/** What is worth doing next, the most useful first. */
export function nextSteps({ isUp, tables, securityErrors, mayWrite }: ProjectKnowledge): NextStep[] {
  if (!isUp) return ['keys', 'settings']
  if (tables === 0) return [mayWrite ? 'table' : 'sql', 'keys', 'settings']
  const steps: NextStep[] = ['sql', 'tables', 'keys', 'settings']
  return (securityErrors > 0 ? (['security', ...steps] satisfies NextStep[]) : steps).slice(0, MOST)
}
