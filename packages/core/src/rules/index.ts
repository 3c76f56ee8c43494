/**
 * The rules of the product as pure functions. Dashboard, platform and scripts use them. A script can import one noun alone,
 * such as `@basedeck/core/rules/projects`.
 */
export * from './nouns/pages.js'
export * from './nouns/access.js'
export * from './nouns/projects.js'
export * from './nouns/organizations.js'
export * from './nouns/queries.js'
export * from './nouns/results.js'
export * from './nouns/imports.js'
export * from './nouns/assistant.js'
export * from './nouns/platform.js'
export * from './nouns/structure.js'
export * from './nouns/merge.js'
export * from './nouns/migrations.js'
export * from './nouns/policies.js'
export * from './nouns/storage.js'
export * from './nouns/connect.js'
export * from './nouns/auth.js'
export * from './nouns/schedules.js'
