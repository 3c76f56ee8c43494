/**
 * What is worth doing next in a project, the most useful first.
 * @rule projects.next-steps  @spec §2
 */
export type NextStep = 'table' | 'security' | 'sql' | 'tables' | 'keys' | 'settings'

export interface ProjectKnowledge {
  /** Undefined while the database can't be asked. */
  tables: number | undefined
  /** Errors that the Security Advisor found. */
  securityErrors: number
}

export function nextSteps({ tables, securityErrors }: ProjectKnowledge): NextStep[] {
  if (tables === 0) return ['table', 'keys', 'settings']
  return [...(securityErrors > 0 ? (['security'] as const) : []), 'sql', 'tables', 'keys', 'settings'].slice(
    0,
    4,
  ) as NextStep[]
}
