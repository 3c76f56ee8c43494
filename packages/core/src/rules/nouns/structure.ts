/** The structure of a database: names, types, expressions, and what a change of a table costs. */
export * from '../column-types.js'
export * from '../ddl-expression.js'
export * from '../ddl-lock.js'
export * from '../extension-safety.js'
export * from '../object-name.js'
export * from '../description-changes.js'
export * from '../table-problems.js'
export * from '../structure-losses.js'
