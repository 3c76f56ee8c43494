/** What decides about policies of row-level security. */
export * from '../auth/policy.js'
export * from '../auth/policy-coverage.js'
export * from '../auth/policy-decision.js'
export * from '../auth/policy-templates.js'
