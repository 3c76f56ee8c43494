/** The rules of the product that the platform and scripts use too: pure functions, no store. */
export * from './errors.js'
export * from './query-size.js'
export * from './results-grid.js'
export * from './run-plan.js'
export * from './theme.js'
