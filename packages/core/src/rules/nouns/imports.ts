/** Imports: how a CSV file is read, and where its columns go. */
export * from '../csv-dialect.js'
export * from '../csv-inference.js'
export * from '../csv-lines.js'
export * from '../csv-records.js'
export * from '../import-mapping.js'
