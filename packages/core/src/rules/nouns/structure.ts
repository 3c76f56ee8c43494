/** The structure of a database: names, types, expressions, and what a change of a table costs. */
export * from '../structure/column-types.js'
export * from '../structure/ddl-expression.js'
export * from '../structure/ddl-lock.js'
export * from '../structure/extension-safety.js'
export * from '../structure/object-name.js'
export * from '../structure/description-changes.js'
export * from '../structure/table-problems.js'
export * from '../structure/structure-losses.js'
