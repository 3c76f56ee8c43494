/** Organizations: addresses, plans and limits. */
export * from '../percent.js'
export * from '../plan-change.js'
export * from '../slug.js'
export * from '../usage-limits.js'
