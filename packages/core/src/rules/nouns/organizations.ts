/** Organizations: addresses, plans and limits. */
export * from '../daily-usage.js'
export * from '../percent.js'
export * from '../plan-change.js'
export * from '../plan-differences.js'
export * from '../slug.js'
export * from '../usage-limits.js'
export * from '../usage-period.js'
export { COMPUTE_ADDON, MEMORY_GB } from '../compute-size.js'
