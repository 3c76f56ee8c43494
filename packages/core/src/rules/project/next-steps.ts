/**
 * The next steps in a project, the most useful first. An empty database begins with something to look at.
 * @rule projects.next-steps  @spec §2
 */
export type NextStep =
  | 'sample'
  | 'csv'
  | 'dump'
  | 'connect'
  | 'table'
  | 'security'
  | 'sql'
  | 'tables'
  | 'keys'
  | 'settings'

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
  /** The caller can be asked for a file. */
  canOpenFile: boolean
}

/** A next step. */
export function nextSteps(known: ProjectKnowledge): NextStep[] {
  const { isUp, securityErrors, mayWrite, canOpenFile } = known
  if (!isUp) return ['keys', 'settings']
  if (isEmptyProject(known))
    return mayWrite
      ? ['sample', ...(canOpenFile ? (['csv', 'dump'] as const) : []), 'connect', 'table']
      : ['sql', 'connect', 'keys']
  // Findings come late: they take the last place, so that nothing moves below the pointer.
  return ['sql', 'tables', 'keys', securityErrors > 0 ? 'security' : 'settings']
}

/** Whether nothing was made in its database yet. Its advisors and measurements then tell nothing. */
export function isEmptyProject({ isUp, tables }: Pick<ProjectKnowledge, 'isUp' | 'tables'>): boolean {
  return isUp && tables === 0
}
