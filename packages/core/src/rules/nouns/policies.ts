/** What decides about policies of row-level security, and about users of a project. */
export * from '../auth/json-object.js'
export * from '../auth/policy.js'
export * from '../auth/policy-coverage.js'
export * from '../auth/policy-decision.js'
export * from '../auth/policy-templates.js'
export * from '../auth/user-search.js'
export * from '../auth/user-state.js'
