/** Organizations: addresses, plans and limits. */
export * from '../organization/daily-usage.js'
export * from '../organization/percent.js'
export * from '../organization/plan-change.js'
export * from '../organization/plan-differences.js'
export * from '../organization/slug.js'
export * from '../organization/usage-limits.js'
export * from '../organization/usage-period.js'
export { COMPUTE_ADDON, MEMORY_GB } from '../project/compute-size.js'
