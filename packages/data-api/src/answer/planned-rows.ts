/** The planner's estimate. */

/** @param counted what `explain (format json)` gave, as text or as read by a driver; undefined when there is no estimate */
export function plannedRows(counted: unknown): number | undefined {
  const plan: unknown = typeof counted === 'string' ? JSON.parse(counted) : counted
  if (!Array.isArray(plan)) return undefined
  const rows: unknown = (plan[0] as { Plan?: { 'Plan Rows'?: unknown } } | undefined)?.Plan?.['Plan Rows']
  return typeof rows === 'number' ? rows : undefined
}
