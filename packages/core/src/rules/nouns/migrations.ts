/** What decides about migrations: versions, files, and statements that are special. */
export * from '../migrations/migration-file.js'
export * from '../migrations/migration-statement.js'
export * from '../migrations/migration-version.js'
