/** The data API without a server: what a request means in SQL, and what its row means as an answer. */
export { DataApiError, type Refusal } from './errors.js'
export { openApiDocument, type DocumentOptions, type TableRights, type Visible } from './documents/openapi.js'
export { planRequest } from './plan-request.js'
export { refusalOf, type PostgresError, type RefusalContext } from './refusal-of.js'
export type { DataAnswer, DataPlan, DataRequest, DataSettings, MainResult, Statement } from './request.js'
export { dataSchemaOf, type DataSchema, type Reference } from './schema/data-schema.js'
export { schemaStatement } from './schema/schema-statement.js'
export { databaseTypes } from './documents/typescript.js'
export type { Column, Table } from './schema/table.js'
export type { Argument, DataFunction } from './schema/data-function.js'
export type { DataType } from './schema/data-type.js'
export {
  relationsOf,
  type Cardinality,
  type ColumnPair,
  type Junction,
  type Relation,
} from './schema/relations.js'
export type { ViewColumn } from './schema/view-query.js'
